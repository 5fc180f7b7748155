#include "cad/sniff.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace gud_cad
{

namespace
{

// the first and the last bytes of a file
struct Ends {
    std::string head, tail;
};

std::string read_piece(std::ifstream &file, std::streamoff from, size_t size)
{
    std::string text(size, '\0');
    file.clear();
    file.seekg(from);
    file.read(text.data(), static_cast<std::streamsize>(size));
    text.resize(static_cast<size_t>(file.gcount()));
    return text;
}

Ends read_ends(const std::string &path)
{
    constexpr std::streamoff piece = 65536;
    std::error_code failed;
    if (std::filesystem::is_directory(path, failed)) throw std::runtime_error("is a folder");
    if (std::filesystem::exists(path, failed) && !std::filesystem::is_regular_file(path, failed))
        throw std::runtime_error("is not a regular file");
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error(std::string("cannot be opened: ") + std::strerror(errno));
    file.seekg(0, std::ios::end);
    const std::streamoff size = file.tellg();
    if (size == 0) throw std::runtime_error("is empty");
    return {read_piece(file, 0, piece), read_piece(file, size > 4096 ? size - 4096 : 0, 4096)};
}

std::string schema_of(const std::string &head)
{
    static const struct {
        const char *word, *name;
    } schemas[] = {{"AP242", "AP242"},
                   {"AP203", "AP203"},
                   {"CONFIG_CONTROL_DESIGN", "AP203"},
                   {"CONFIGURATION_CONTROL_3D_DESIGN", "AP203"},
                   {"AUTOMOTIVE_DESIGN", "AP214"},
                   {"AP214", "AP214"},
                   {"STRUCTURAL_ANALYSIS", "AP209"}};
    const size_t start = head.find("FILE_SCHEMA"), end = head.find(';', start);
    if (start == std::string::npos) return "STEP";
    std::string text = head.substr(start, end - start);
    for (char &c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    for (const auto &schema : schemas)
        if (text.find(schema.word) != std::string::npos) return schema.name;
    return "STEP";
}

bool begins_with(const std::string &text, const char *word)
{
    return text.compare(0, std::strlen(word), word) == 0;
}

// the lines of an IGES file have 80 columns, of which the 73rd names their section
bool looks_like_iges(const std::string &head)
{
    const size_t end = head.find_first_of("\r\n");
    const size_t length = end == std::string::npos ? head.size() : end;
    return length >= 73 && length <= 80 && (head[72] == 'S' || head[72] == 'C') &&
           head.find_first_not_of(" 0123456789", 73) >= length;
}

// where the text begins, after blanks, a byte order mark and comments
size_t first_word(const std::string &head)
{
    size_t at = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    while (at != std::string::npos && head.compare(at, 2, "/*") == 0) {
        const size_t end = head.find("*/", at + 2);
        at = end == std::string::npos ? end : head.find_first_not_of(" \t\r\n", end + 2);
    }
    return at;
}

[[noreturn]] void refuse(const Ends &ends)
{
    if (begins_with(ends.head, "\x1f\x8b") || begins_with(ends.head, "PK"))
        throw std::runtime_error("is compressed: please unpack it");
    if (begins_with(ends.head, "<?xml"))
        throw std::runtime_error("is XML; STEP is read in its text form (ISO 10303-21)");
    throw std::runtime_error("is neither a STEP nor an IGES file");
}

} // namespace

Sniffed sniff(const std::string &path)
{
    const Ends ends = read_ends(path);
    const size_t text = first_word(ends.head);
    if (text != std::string::npos && ends.head.compare(text, 12, "ISO-10303-21") == 0) {
        if (ends.tail.find("END-ISO-10303-21") == std::string::npos)
            throw std::runtime_error("is truncated: a STEP file ends with END-ISO-10303-21");
        return {Format::step, schema_of(ends.head)};
    }
    if (looks_like_iges(ends.head)) {
        const size_t last = ends.tail.find_last_not_of(" \r\n"), line = ends.tail.find_last_of('\n', last);
        const size_t start = line == std::string::npos ? 0 : line + 1;
        if (last == std::string::npos || last < start + 72 || ends.tail[start + 72] != 'T')
            throw std::runtime_error("is truncated: an IGES file ends with a line of section T");
        return {Format::iges, "IGES"};
    }
    refuse(ends);
}

} // namespace gud_cad
