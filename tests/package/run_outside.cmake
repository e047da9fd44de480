include(${CMAKE_CURRENT_LIST_DIR}/run_step.cmake)

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed)
set(flags "")
if(SANITIZE)
  set(flags -D CMAKE_CXX_FLAGS=-fsanitize=${SANITIZE} -D CMAKE_EXE_LINKER_FLAGS=-fsanitize=${SANITIZE})
endif()
run(${CMAKE_COMMAND} -S ${OUTSIDE} -B ${WORK}/build -G Ninja -D CMAKE_PREFIX_PATH=${WORK}/installed -D
    CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_C_COMPILER=${C_COMPILER} ${flags})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/outside_test)

# A right function is held by the matcher, a wrong one is explained as the console would.
execute_process(COMMAND ${WORK}/build/outside_test --gtest_also_run_disabled_tests --gtest_filter=*Wrong*
                RESULT_VARIABLE status OUTPUT_VARIABLE out)
foreach(part "satisfies the contract vector-mean" "microbatch-denominator" "wrong-value"
             "microbatch 2 of 2: 2 of 3 examples, weight 1/3, candidate 1/4")
  string(FIND "${out}" "${part}" at)
  if(status EQUAL 0 OR at EQUAL -1)
    message(FATAL_ERROR "status ${status}, no '${part}' in\n${out}")
  endif()
endforeach()

# The project's library, by the installed program.
run(${WORK}/installed/bin/gradvet vet ${WORK}/build/libmean.so --contract vector-mean --pins off --cases 500)
