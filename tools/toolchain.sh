# shellcheck shell=bash
# Sourced by ./kvreshard and ./mvnw: finds JDK 25 and a Maven that the build's plugins accept.

JDK_FEATURE=25
MAVEN_MINIMUM=3.9.6
MAVEN_VERSION=3.9.11
MAVEN_SHA512=03e2d65d4483a3396980629f260e25cac0d8b6f7f2791e4dc20bc83f9514db8d0f05b0479e699a5f34679250c49c8e52e961262ded468a20de0be254d8207076
TOOLS=${XDG_CACHE_HOME:-$HOME/.cache}/kvreshard/tools

die() {
  printf 'kvreshard: %s\n' "$*" >&2
  exit 1
}

# use_jdk: sets and exports JAVA_HOME. Reads only `release` files, so that it costs no JVM start.
use_jdk() {
  local on_path home looked=()
  on_path=$(readlink -f "$(command -v java || true)" || true)
  for home in \
    "${JAVA_HOME:-}" "${on_path%/bin/java}" \
    /usr/lib/jvm/* /usr/java/* /usr/local/java/* /opt/* /opt/java/* \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.asdf/installs/java/* \
    "$HOME"/.local/share/mise/installs/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [ -n "$home" ] && [ -x "$home/bin/java" ] || continue
    is_jdk "$home" && export JAVA_HOME=$home && return
    looked+=("$home ($(jdk_version "$home"))")
  done
  [ ${#looked[@]} -gt 0 ] || looked=("nothing")
  die "needs a JDK $JDK_FEATURE. Install one (Debian: package temurin-25-jdk or openjdk-25-jdk) or set JAVA_HOME to it.
  Looked at JAVA_HOME, java on PATH, /usr/lib/jvm, /usr/java, /opt, ~/.sdkman, ~/.jdks, ~/.asdf, mise and found:
$(printf '    %s\n' "${looked[@]}")"
}

jdk_version() {
  local version
  version=$(sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' "$1/release" 2>/dev/null || true)
  [ -x "$1/bin/javac" ] && echo "${version:-unknown version}" || echo "${version:-unknown version}, without javac"
}

is_jdk() {
  [ -x "$1/bin/javac" ] && grep -qE "^JAVA_VERSION=\"$JDK_FEATURE(\"|\.|\+)" "$1/release" 2>/dev/null
}

# use_maven: sets and exports MAVEN, an mvn of at least MAVEN_MINIMUM: the cached pinned one, else the
# system's, else the pinned one, which the system's older mvn fetches from its own repository.
use_maven() {
  MAVEN=$TOOLS/apache-maven-$MAVEN_VERSION/bin/mvn
  export MAVEN
  [ -x "$MAVEN" ] && return
  local system version
  system=$(command -v mvn) || die "needs Maven: apt-get install maven (any 3.x will do: it only fetches Maven $MAVEN_VERSION)."
  version=$("$system" -version 2>/dev/null | sed -n 's/^Apache Maven \([0-9.]*\).*/\1/p')
  if printf '%s\n' "$MAVEN_MINIMUM" "$version" | sort --check=quiet --version-sort; then
    MAVEN=$system
    return
  fi
  fetch_maven "$system"
}

fetch_maven() { # SYSTEM_MVN
  mkdir -p "$TOOLS"
  local dir log zip
  dir=$(mktemp -d "$TOOLS/fetch.XXXXXX")
  log=$TOOLS/fetch-maven.log
  # The working directory has no pom.xml and no .mvn folder, which an older Maven would trip over.
  (cd "$dir" && "$1" --batch-mode --no-transfer-progress \
    org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy \
    -Dartifact=org.apache.maven:apache-maven:$MAVEN_VERSION:zip:bin -DoutputDirectory="$dir") >"$log" 2>&1 </dev/null ||
    die "$1 could not fetch Maven $MAVEN_VERSION: see $log"
  zip=$dir/apache-maven-$MAVEN_VERSION-bin.zip
  echo "$MAVEN_SHA512  $zip" | sha512sum --check --status || die "$zip is not the Maven $MAVEN_VERSION that was released: its SHA-512 differs."
  (cd "$dir" && "$JAVA_HOME/bin/jar" xf "$zip")
  chmod +x "$dir/apache-maven-$MAVEN_VERSION/bin/mvn"
  # Mirrors that the machine's administrator configured hold for this Maven too.
  local settings
  settings=$(dirname "$(readlink -f "$1")")/../conf/settings.xml
  [ ! -f "$settings" ] || cp "$settings" "$dir/apache-maven-$MAVEN_VERSION/conf/settings.xml"
  [ -d "$TOOLS/apache-maven-$MAVEN_VERSION" ] || mv -T "$dir/apache-maven-$MAVEN_VERSION" "$TOOLS/apache-maven-$MAVEN_VERSION"
  rm -rf "$dir"
}
