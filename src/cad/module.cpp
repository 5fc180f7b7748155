// What the module exports. Nothing is thrown past these functions, and nothing printed.
#include "base/sanitized.h"
#include "cad/reader.hpp"

#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Standard_Failure.hxx>
#include <Standard_Version.hxx>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <memory>
#include <new>
#include <streambuf>
#include <unistd.h>

extern "C" __attribute__((visibility("default"))) const gud_cad_module *gudgeon_cad(void);

namespace
{

// takes all bytes and keeps none
class Nowhere : public std::streambuf
{
  protected:
    int overflow(int c) override
    {
        return traits_type::not_eof(c);
    }
};

// A descriptor that leads nowhere for a while: what C libraries write, such as "double free or corruption". Sanitizers
// may speak.
class Diverted
{
  public:
    explicit Diverted(int descriptor) : descriptor_(descriptor)
    {
#ifndef GUD_SANITIZED
        const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        if (nowhere < 0) return;
        kept_ = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
        if (kept_ >= 0) (void)dup2(nowhere, descriptor);
        (void)close(nowhere);
#endif
    }
    ~Diverted()
    {
        if (kept_ < 0) return;
        (void)dup2(kept_, descriptor_);
        (void)close(kept_);
    }
    Diverted(const Diverted &) = delete;
    Diverted &operator=(const Diverted &) = delete;

  private:
    int descriptor_, kept_ = -1;
};

// While it lives, OpenCASCADE has nobody to talk to: its messengers have no printers, and what parts of it write to the
// standard streams directly is dropped.
class Silence
{
  public:
    Silence() : out_(std::cout.rdbuf(&nowhere_)), err_(std::cerr.rdbuf(&nowhere_))
    {
        Message::DefaultMessenger()->ChangePrinters().Clear();
    }
    ~Silence()
    {
        std::cout.rdbuf(out_);
        std::cerr.rdbuf(err_);
    }
    Silence(const Silence &) = delete;
    Silence &operator=(const Silence &) = delete;

  private:
    Nowhere nowhere_;
    std::streambuf *out_, *err_;
    Diverted errors_{STDERR_FILENO};
};

int fail(char *error, size_t size, const char *text)
{
    (void)std::snprintf(error, size, "%s", text);
    return -1;
}

// all exceptions end here
template <typename Work> int guarded(char *error, size_t size, const Work &work)
{
    try {
        const Silence silence;
        work();
        return 0;
    } catch (const std::bad_alloc &) {
        return fail(error, size, "out of memory");
    } catch (const std::exception &failure) {
        return fail(error, size, failure.what());
    } catch (const Standard_Failure &failure) {
        (void)std::snprintf(error, size, "OpenCASCADE failed: %s", failure.GetMessageString());
        return -1;
    } catch (...) {
        return fail(error, size, "OpenCASCADE failed without giving a reason");
    }
}

int read_files(int npath, const char *const *paths, const gud_cad_options *options, gud_assembly **assembly,
               char *error, size_t size)
{
    *assembly = nullptr;
    return guarded(error, size, [&] {
        auto made = std::make_unique<gud_cad::Assembly>();
        gud_cad::read_assembly(std::vector<std::string>(paths, paths + npath), options->deflection, *made);
        *assembly = made.release();
    });
}

void free_assembly(gud_assembly *assembly)
{
    delete static_cast<gud_cad::Assembly *>(assembly);
}

int write_file(const char *path, int nsurface, const gud_cad_surface *surfaces, char *error, size_t size)
{
    return guarded(error, size, [&] { gud_cad::write_surfaces(path, nsurface, surfaces); });
}

const gud_cad_module module = {GUD_CAD_ABI, "OpenCASCADE " OCC_VERSION_STRING_EXT, read_files, free_assembly,
                               write_file};

} // namespace

const gud_cad_module *gudgeon_cad(void)
{
    return &module;
}
