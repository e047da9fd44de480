# The CMake package that other projects find: gradvet::abi, the headers that a library under test needs, and
# gradvet::gradvet, the whole of gradvet as one archive, for projects that vet functions in their own tests.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set_target_properties(gradvet_abi PROPERTIES EXPORT_NAME abi)
install(TARGETS gradvet_abi EXPORT gradvet_abi_targets)
install(FILES src/candidates/abi/gradvet.h src/candidates/abi/gradvet.hpp src/candidates/abi/gradvet_accumulator.h
              src/candidates/abi/gradvet_accumulator.hpp src/candidates/abi/gradvet_vet.hpp
              src/candidates/abi/gradvet_gtest.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS gradvet RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# What the program prints of itself, where man and the shells look for it.
set(pages ${PROJECT_BINARY_DIR}/pages)
set(bash_folder ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
set(zsh_folder ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
set(fish_folder ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
add_custom_command(
  OUTPUT ${pages}/gradvet.1 ${pages}/gradvet ${pages}/_gradvet ${pages}/gradvet.fish
  COMMAND ${CMAKE_COMMAND} -E make_directory ${pages}
  COMMAND gradvet manual > ${pages}/gradvet.1
  COMMAND gradvet completions bash > ${pages}/gradvet
  COMMAND gradvet completions zsh > ${pages}/_gradvet
  COMMAND gradvet completions fish > ${pages}/gradvet.fish
  DEPENDS gradvet
  VERBATIM)
add_custom_target(gradvet_pages ALL DEPENDS ${pages}/gradvet.1)
install(FILES ${pages}/gradvet.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${pages}/gradvet DESTINATION ${bash_folder})
install(FILES ${pages}/_gradvet DESTINATION ${zsh_folder})
install(FILES ${pages}/gradvet.fish DESTINATION ${fish_folder})

add_library(
  gradvet_embedded STATIC
  src/cli/embedded_vet.cpp
  $<TARGET_OBJECTS:gradvet_core>
  $<TARGET_OBJECTS:gradvet_oracles>
  $<TARGET_OBJECTS:gradvet_text>
  $<TARGET_OBJECTS:gradvet_properties>
  $<TARGET_OBJECTS:gradvet_engine>
  $<TARGET_OBJECTS:gradvet_candidates>
  $<TARGET_OBJECTS:gradvet_reporters>
  $<TARGET_OBJECTS:gradvet_cli>)
set_target_properties(gradvet_embedded PROPERTIES OUTPUT_NAME gradvet EXPORT_NAME gradvet)
target_link_libraries(
  gradvet_embedded
  PUBLIC gradvet_abi
  PRIVATE $<BUILD_INTERFACE:gradvet_options> fmt::fmt simdjson::simdjson OpenSSL::Crypto rapidcheck Threads::Threads ${CMAKE_DL_LIBS})
gradvet_precompiled(gradvet_embedded)
install(TARGETS gradvet_embedded EXPORT gradvet_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/gradvet)
install(EXPORT gradvet_abi_targets NAMESPACE gradvet:: DESTINATION ${package})
install(EXPORT gradvet_targets NAMESPACE gradvet:: DESTINATION ${package})
configure_package_config_file(src/gradvetConfig.cmake.in ${PROJECT_BINARY_DIR}/gradvetConfig.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gradvetConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gradvetConfig.cmake ${PROJECT_BINARY_DIR}/gradvetConfigVersion.cmake
        DESTINATION ${package})

# Packages: `cpack --config build/release/CPackConfig.cmake` writes a .deb and a .tar.gz.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_CONTACT "the gradvet project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS python3)
include(CPack)
