# Checks what the build needs and installs what is missing, where it may. Sourced by run and test.
#
# PROJ is built from source once: that takes cmake, the sqlite3 program and a C++ compiler.

need() {
    missing=""
    command -v cmake >/dev/null 2>&1 || missing="$missing cmake"
    command -v sqlite3 >/dev/null 2>&1 || missing="$missing sqlite3"
    command -v c++ >/dev/null 2>&1 || command -v g++ >/dev/null 2>&1 || missing="$missing g++"
    command -v make >/dev/null 2>&1 || missing="$missing make"
    command -v pkg-config >/dev/null 2>&1 || missing="$missing pkg-config"
    if [ -n "$missing" ]; then
        if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
            echo "Installing what the build needs:$missing" >&2
            DEBIAN_FRONTEND=noninteractive
            export DEBIAN_FRONTEND
            # shellcheck disable=SC2086
            { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing; } >&2 || exit 2
        else
            echo "error: the build needs$missing." >&2
            if command -v apt-get >/dev/null 2>&1; then
                echo "hint:  sudo apt-get update && sudo apt-get install -y$missing" >&2
            else
                echo "hint:  Install them with the package manager of this system, then try again." >&2
            fi
            exit 2
        fi
    fi
    if ! command -v cargo >/dev/null 2>&1 && [ -f "$HOME/.cargo/env" ]; then
        . "$HOME/.cargo/env"
    fi
    if ! command -v cargo >/dev/null 2>&1; then
        echo "error: Rust's cargo is not on the path." >&2
        echo "hint:  Install Rust with rustup (https://rustup.rs), open a new shell, then try again." >&2
        exit 2
    fi
    version=$(cargo --version | sed 's/^cargo 1\.\([0-9]*\).*/\1/')
    if [ "$version" -lt 88 ] 2>/dev/null; then
        echo "error: metes needs Rust 1.88 or newer, and this is $(cargo --version)." >&2
        echo "hint:  rustup update stable" >&2
        exit 2
    fi
}
