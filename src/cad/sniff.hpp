// What kind of file it is, by its content.
#ifndef GUD_CAD_SNIFF_HPP
#define GUD_CAD_SNIFF_HPP

#include <string>

namespace gud_cad
{

enum class Format { step, iges };

struct Sniffed {
    Format format;
    std::string schema; // of STEP: "AP214"
};

// Throws std::runtime_error with a sentence for files that are missing, empty, something else or cut off.
Sniffed sniff(const std::string &path);

} // namespace gud_cad

#endif
