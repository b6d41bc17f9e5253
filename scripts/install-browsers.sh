#!/usr/bin/env bash
# Installs browsers that are missing, where this can be done without asking: as root, by apt-get. Each argument is a
# command, or `command=package` where the package has another name. What cannot be had is told in a line, and no failure:
# whoever needs it says so.
set -euo pipefail

if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then exit 0; fi
for wanted in "$@"; do
  command -v "${wanted%%=*}" >/dev/null && continue
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${wanted##*=}"; } \
    >/dev/null 2>&1 || echo "${wanted##*=} could not be installed." >&2
done
