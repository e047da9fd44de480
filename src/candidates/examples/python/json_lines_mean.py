"""A right vector-mean as a program of its own: gradvet vet --contract vector-mean 'exec:python3 json_lines_mean.py'"""
import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    rows, counts = request["args"]["gradient_vectors"], request["args"]["example_counts"]
    result = [sum(column) / sum(counts) for column in zip(*rows)]
    print(json.dumps({"id": request["id"], "result": result}), flush=True)
