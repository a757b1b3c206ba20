#!/bin/sh
# Moves items through import and export at full size, kills both on the way, and compares what comes out.
# Usage: bench/transfer.sh [ITEMS [DIRECTORY]]     a million items and a temporary directory, unless given
#
# Needs app/target/mayfly.jar (mvn -q -pl app -am package -DskipTests), Linux for the numbers of memory, and about five
# gigabytes of space for a million items, which are given back at the end.
set -eu

items=${1:-1000000}
parent=${2:-${TMPDIR:-/tmp}}
jar=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)/app/target/mayfly.jar
[ -f "$jar" ] || {
    echo 'There is no app/target/mayfly.jar. Make it: mvn -q -pl app -am package -DskipTests' >&2
    exit 2
}
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
work=$(mktemp -d "$parent/mayfly-transfer.XXXXXX")
server=
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT

now() { date +%s.%N; }

# run NAME KILLS ARGUMENTS...: runs a command of mayfly with a small heap, killed so many times after some seconds each and
# resumed, and prints how long it took altogether, the items a second and the most memory that a process had.
run() {
    name=$1
    kills=$2
    shift 2
    begin=$(now)
    peak=0
    killed=0
    while :; do
        "$java" -Xmx128m -jar "$jar" "$@" --endpoint "$endpoint" --resume 2>"$work/err" &
        process=$!
        seconds=0
        while kill -0 "$process" 2>/dev/null; do
            memory=$(sed -n 's/^VmHWM:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/$process/status" 2>/dev/null || true)
            [ "${memory:-0}" -le "$peak" ] || peak=$memory
            if [ "$killed" -lt "$kills" ] && [ "$seconds" -ge $((8 + 5 * killed)) ]; then
                kill -9 "$process"
                killed=$((killed + 1))
                break
            fi
            sleep 1
            seconds=$((seconds + 1))
        done
        code=0
        wait "$process" 2>/dev/null || code=$?
        [ "$code" -eq 137 ] || break
    done
    if [ "$code" -ne 0 ]; then
        echo "$name ended with exit code $code:" >&2
        cat "$work/err" >&2
        exit 1
    fi
    echo "$begin $(now) $items $peak" | awk -v name="$name" -v killed="$killed" \
        '{ printf "%-28s %d kills, %.0f s, %.0f items/s, at most %.0f MB\n", name, killed, $2 - $1, $3 / ($2 - $1), $4 / 1024 }'
}

echo "$items items of about a kilobyte, in $work"
awk -v items="$items" 'BEGIN {
    print "{\"$mayfly\":{\"container\":{\"id\":\"x\",\"partitionKey\":{\"paths\":[\"/customer\"],\"kind\":\"Hash\",\"version\":2},\"defaultTtl\":-1}}}"
    srand(1)
    for (i = 0; i < 40; i++) pad[i] = sprintf("%0880.0f", rand() * 1e15)
    for (i = 0; i < items; i++)
        printf "{\"id\":\"order-%d\",\"customer\":\"c%d\",\"total\":%d.%02d,\"ttl\":%d,\"note\":\"%s\",\"open\":%s}\n", \
            i, i % 9973, i % 100000, i % 100, 86400 * 365 + i, pad[i % 40], i % 2 ? "true" : "false"
}' >"$work/source.jsonl"

mkfifo "$work/said"
"$java" -Xmx512m -jar "$jar" serve --data "$work/data" --port 0 --durability relaxed >"$work/said" 2>"$work/server.err" &
server=$!
endpoint=$(sed -n 's/^ *endpoint *https\([^ ]*\).*/http\1/p;/certificate/q' "$work/said")

run 'import' 0 import --database shop --container first "$work/source.jsonl"
run 'export, killed' 2 export --database shop --container first --with-container --output "$work/first.jsonl"
run 'import, killed' 2 import --database shop --container second "$work/first.jsonl"
run 'export' 0 export --database shop --container second --with-container --output "$work/second.jsonl"

for file in source first second; do
    grep -v '^{"$mayfly"' "$work/$file.jsonl" | LC_ALL=C sort -S 128M -T "$work" | cksum >"$work/$file.sum"
    printf '%-28s %s\n' "$file" "$(cat "$work/$file.sum")"
done
cmp -s "$work/source.sum" "$work/first.sum" && cmp -s "$work/source.sum" "$work/second.sum" || {
    echo 'NOT equal' >&2
    exit 1
}
echo 'All three are equal.'
