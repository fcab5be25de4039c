# Finds a JDK for the launcher, which reads this file: there is no Java yet to do it in Java.
# It uses of the launcher: follow, die, $state (a folder for notes, which may be missing) and $min_java.

# version_of <java home>: sets $number, 25.0.3 as 25000003; 0 if it cannot be told.
version_of() {
  number=0 version=
  if [ -r "$1/release" ]; then
    while IFS='=' read -r key value; do
      case $key in JAVA_VERSION) version=$value ;; esac
    done <"$1/release"
  fi
  if [ -z "$version" ]; then
    version=$("$1/bin/java" -version 2>&1 </dev/null) || return 0
    version=${version#*version }
  fi
  version=${version#\"}
  version=${version%%[!0-9.]*}
  oldIFS=$IFS
  IFS=.
  # shellcheck disable=SC2086 # split at the dots
  set -- $version
  IFS=$oldIFS
  [ -n "${1-}" ] || return 0
  number=$((${1} * 1000000 + ${2:-0} * 1000 + ${3:-0}))
}

# works <java home>: it can start. Asked once per JDK, because starting a JVM is what takes the time here.
works() {
  case $working in *"|$1|"*) return 0 ;; esac
  "$1/bin/java" -version >/dev/null 2>&1 </dev/null || return 1
  working="$working|$1|"
  if [ -d "$state" ] && [ -w "$state" ]; then printf '%s\n' "$working" >"$state/working-java"; fi
}

# consider <java home>: remembers it in $java_home if it is good enough and newer than the one there.
consider() {
  [ -n "$1" ] && [ -x "$1/bin/java" ] || return 0
  version_of "$1"
  [ "$number" -gt "$newest_seen" ] && newest_seen=$number
  [ "$number" -ge "$((min_java * 1000000))" ] && [ "$number" -gt "$best" ] || return 0
  if [ "$need" = jdk ] && ! [ -x "$1/bin/javac" ]; then
    runtime_only=$1
    return 0
  fi
  works "$1" || return 0
  best=$number java_home=$1
}

java_in_path() {
  command=$(command -v java) || return 0
  case $command in
  /usr/bin/java) [ -h "$command" ] || [ "$(uname)" != Darwin ] || return 0 ;; # a stub that asks to install Java
  /*) ;;
  *) return 0 ;;
  esac
  follow "$command"
  from_path=${followed%/bin/java}
  if ! [ -x "$from_path/bin/java" ] || ! [ -r "$from_path/release" ]; then
    # A shim of a version manager: only the JVM knows where it is.
    from_path=$("$command" -XshowSettings:properties -version 2>&1 </dev/null | sed -n 's/^ *java\.home = //p') || return 0
  fi
  consider "$from_path"
}

# find_java jdk|runtime: sets $java_home, or fails. What the user chose comes before what is newest.
find_java() {
  need=$1 java_home='' best=0 newest_seen=0 runtime_only='' working=''
  if [ -r "$state/working-java" ]; then IFS= read -r working <"$state/working-java" || :; fi
  if [ -n "${REVEILLE_JAVA_HOME-}" ]; then
    consider "$REVEILLE_JAVA_HOME"
    [ -n "$java_home" ] || die "REVEILLE_JAVA_HOME ($REVEILLE_JAVA_HOME) is not a working JDK $min_java or newer."
    return 0
  fi
  consider "${JAVA_HOME-}"
  [ -n "$java_home" ] || java_in_path
  [ -z "$java_home" ] || return 0
  for candidate in \
    /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/*jdk* /opt/java/* /usr/local/*jdk* /usr/local/java/* \
    "${SDKMAN_DIR:-${HOME-}/.sdkman}"/candidates/java/* "${HOME-}"/.jdks/* "${HOME-}"/.gradle/jdks/* \
    "${HOME-}"/.asdf/installs/java/* "${HOME-}"/.local/share/mise/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec; do
    consider "$candidate"
  done
  [ -z "$java_home" ] || return 0
  if [ -x /usr/libexec/java_home ]; then
    consider "$(/usr/libexec/java_home -v "$min_java+" 2>/dev/null || :)"
  fi
  [ -n "$java_home" ]
}

no_java() {
  if [ -n "$runtime_only" ]; then
    found="$runtime_only runs programs but has no compiler"
  elif [ "$newest_seen" -gt 0 ]; then
    found="the newest here is $((newest_seen / 1000000))"
  else
    found="there is no Java here"
  fi
  if [ "$(uname)" = Darwin ]; then
    how="run \`brew install openjdk\`"
  elif command -v apt-get >/dev/null && apt_has "openjdk-$min_java-jdk-headless"; then
    how="run \`apt-get install openjdk-$min_java-jdk-headless\`"
  elif command -v dnf >/dev/null; then
    how="run \`dnf install java-$min_java-openjdk-devel\`"
  else
    how="install the package temurin-$min_java-jdk as https://adoptium.net/installation describes"
  fi
  die "Reveille needs a JDK $min_java or newer and $found: $how (or \`sdk install java\` with SDKMAN), or set JAVA_HOME to one."
}

apt_has() { [ -n "$(apt-cache show --no-all-versions "$1" 2>/dev/null)" ]; }
