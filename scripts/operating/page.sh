# What docs/operating.md has people type. A block that is typed by a test has a name behind its language; `page` names the page.

# The blocks of this name, without the indentation of the list they stand in.
block() {
  awk -v name="$1" '
    /^ *```/ {
      if (inside) { inside = 0; next }
      inside = 1; match($0, /^ */); indent = RLENGTH
      split($0, words, " "); wanted = words[2] == name; next
    }
    inside && wanted { print substr($0, indent + 1); found = 1 }
    END { if (!found) { print "The page has no block " name > "/dev/stderr"; exit 1 } }' "$page"
}

# The names of all blocks that have one.
blocks() { sed -n 's/^ *```[a-z]* \([a-z-]*\)$/\1/p' "$page"; }
