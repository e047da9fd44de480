# Targets that every room links: how we compile, and packages that bring no namespaced target of their own.

# Warnings, sanitizers and floating-point rules. -ffp-contract=off: a fused multiply-add changes the bits of the
# mechanisms and honest forms that the golden tests hold.
add_library(gradvet_options INTERFACE)
target_include_directories(gradvet_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(
  gradvet_options
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wno-sign-conversion
            -Wnon-virtual-dtor
            -ffp-contract=off
            # False alarms of g++ 12 in libstdc++'s strings and Boost's integers, inlined; clang and the sanitizers
            # watch for the real ones.
            $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
            $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
            $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
            $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overread>
            $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
            $<$<CXX_COMPILER_ID:GNU>:-Wno-aggressive-loop-optimizations>
            $<$<BOOL:${GRADVET_WERROR}>:-Werror>)
target_link_libraries(gradvet_options INTERFACE Boost::headers tl::expected)
if(GRADVET_SANITIZE)
  target_compile_options(gradvet_options INTERFACE -fsanitize=${GRADVET_SANITIZE} -fno-omit-frame-pointer
                                                   -fno-sanitize-recover=all)
  target_link_options(gradvet_options INTERFACE -fsanitize=${GRADVET_SANITIZE})
endif()

# RapidCheck's package has a target without a namespace; this name says that it is a package's. Its headers are system
# headers here, so that our warnings are not asked of them.
add_library(gradvet_rapidcheck INTERFACE)
target_link_libraries(gradvet_rapidcheck INTERFACE rapidcheck)

# Boost.Multiprecision takes seconds to read: every target reads it once, precompiled. all targets are compiled with the
# same flags, so one serves all rooms and tests.
set(GRADVET_PRECOMPILED <algorithm> <boost/multiprecision/cpp_int.hpp> <chrono> <functional> <map> <memory> <optional>
                        <span> <string> <string_view> <tl/expected.hpp> <variant> <vector>)
function(gradvet_precompiled target)
  target_precompile_headers(${target} REUSE_FROM gradvet_core)
endfunction()
