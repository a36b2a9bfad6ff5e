# shellcheck shell=bash
# Sourced by cluster.sh: long-running processes. $PID/NAME holds pid and start time of each, so that a pid that the system has
# given to another process since is never touched.

BEGAN=$(date +%s%N)

say() {
  local ms=$((($(date +%s%N) - BEGAN) / 1000000))
  printf '%3d.%d s  %s\n' $((ms / 1000)) $((ms % 1000 / 100)) "$*"
}

start() { # NAME COMMAND...
  local name=$1 pid
  shift
  setsid "$@" >>"$LOG/$name.log" 2>&1 </dev/null 9>&- &
  pid=$!
  echo "$pid $(started_at $pid)" >"$PID/$name"
}

# The fields of /proc/PID/stat after the command's name, which may hold anything: the state first, the start time 20th.
process_stat() { # PID
  sed 's/.*) //' "/proc/$1/stat" 2>/dev/null || true
}

started_at() { # PID
  process_stat "$1" | cut -d' ' -f20
}

# A zombie is gone: its parent may reap it only seconds later.
gone() { # PID START_TIME
  local state start
  read -r state start < <(process_stat "$1" | cut -d' ' -f1,20) || return 0
  [ "$start" != "$2" ] || [ "$state" = Z ] || [ "$state" = X ]
}

alive() { # NAME
  local pid start
  [ -f "$PID/$1" ] && read -r pid start <"$PID/$1" && ! gone "$pid" "$start"
}

live_processes() {
  local file
  for file in "$PID"/*; do
    ! alive "${file##*/}" || echo "${file##*/}"
  done
}

kill_process() { # NAME: at once; its state is thrown away with it
  local pid start
  [ -f "$PID/$1" ] || return 0
  read -r pid start <"$PID/$1" || true
  if alive "$1"; then
    kill -KILL "$pid" 2>/dev/null || true
    until_gone "$pid" "$start"
  fi
  rm -f "$PID/$1"
}

until_gone() { # PID START_TIME
  local _
  for _ in {1..200}; do
    gone "$1" "$2" && return
    sleep 0.05
  done
  die "process $1 does not die"
}

await() { # PROCESS SECONDS WHAT COMMAND...: until the command succeeds; gives up when the process is gone
  local process=$1 deadline=$((SECONDS + $2)) what=$3
  shift 3
  until "$@" >/dev/null 2>&1; do
    if ! alive "$process" || [ $SECONDS -ge $deadline ]; then
      tail -n 20 "$LOG/$process.log" >&2
      alive "$process" && die "timed out: $what; logs are in $RUN"
      die "$process has died; logs are in $RUN"
    fi
    sleep 0.1
  done
  say "$what"
}

status() {
  local file
  for file in "$PID"/*; do
    [ -f "$file" ] || continue
    printf '%-26s %-8s %s\n' "${file##*/}" "$(cut -d' ' -f1 "$file")" "$(alive "${file##*/}" && echo up || echo DOWN)"
  done
}
