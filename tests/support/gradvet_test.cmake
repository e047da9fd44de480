# gradvet_test(NAME SOURCES file... LIBRARIES target...): a GoogleTest executable whose tests ctest knows one by one.
function(gradvet_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LIBRARIES} gradvet_options GTest::gmock GTest::gtest_main)
  gradvet_precompiled(${name})
  if(GRADVET_SOAK)
    target_compile_definitions(${name} PRIVATE GRADVET_SOAK)
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()

# gradvet_fixture_library(NAME file...): a shared library NAME.so that a candidate of a test is, compiled as a user
# would: without our sanitizers and without our rules for floating point.
function(gradvet_fixture_library name)
  add_library(${name} MODULE ${ARGN})
  set_target_properties(${name} PROPERTIES PREFIX "" C_STANDARD 11 C_EXTENSIONS OFF
                                           LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fixtures)
  target_link_libraries(${name} PRIVATE gradvet_abi)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic $<$<BOOL:${GRADVET_WERROR}>:-Werror>)
endfunction()
