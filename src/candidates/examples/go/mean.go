// A right vector-mean in Go, as a program that speaks JSON Lines.
//
//	go build -o mean mean.go
//	gradvet vet exec:./mean --contract vector-mean
package main

import (
	"bufio"
	"encoding/json"
	"os"
)

type request struct {
	ID   uint64 `json:"id"`
	Args struct {
		GradientVectors [][]float64 `json:"gradient_vectors"`
		ExampleCounts   []int64     `json:"example_counts"`
	} `json:"args"`
}

type answer struct {
	ID     uint64    `json:"id"`
	Result []float64 `json:"result"`
}

func mean(gradientVectors [][]float64, exampleCounts []int64) []float64 {
	if len(gradientVectors) == 0 {
		return []float64{}
	}
	sums := make([]float64, len(gradientVectors[0]))
	for _, row := range gradientVectors {
		for j, value := range row {
			sums[j] += value
		}
	}
	var total int64 // exact: totals stay below 2^63
	for _, count := range exampleCounts {
		total += count
	}
	for j := range sums {
		sums[j] /= float64(total)
	}
	return sums
}

func main() {
	requests := json.NewDecoder(bufio.NewReader(os.Stdin))
	answers := json.NewEncoder(os.Stdout) // writes each answer at once
	for {
		var next request
		if requests.Decode(&next) != nil {
			return // the end of input
		}
		result := mean(next.Args.GradientVectors, next.Args.ExampleCounts)
		if err := answers.Encode(answer{next.ID, result}); err != nil {
			answers.Encode(map[string]any{"id": next.ID, "error": err.Error()})
		}
	}
}
