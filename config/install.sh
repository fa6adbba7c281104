#!/bin/sh
# Installs the daemon on a Raspberry Pi, or on any Debian with systemd, and takes it away again.
#
#   sh config/install.sh install|uninstall [--dry-run]
#
# DESTDIR   put all files below this folder; no users and no services are touched then, and root
#           is not needed
# PYTHON    the Python to install for (python3)
# BOARD     which configuration to begin with: virtual, serial or pi-gpio; it is asked for if need be
#
# Run again after an update. The configuration is never overwritten, games are never deleted.
set -eu

PYTHON=${PYTHON:-python3}
DESTDIR=${DESTDIR:-}
SOURCE=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
DRY_RUN=no
BOARD=${BOARD:-}

NAME=pacoboard
PROGRAM=/opt/pacoboard
CONFIGURATION=/etc/pacoboard/pacoboard.yaml
UNIT=/etc/systemd/system/pacoboard.service
STATE=/var/lib/pacoboard
RULES=/etc/udev/rules.d/60-pacoboard.rules

fail() {
  echo "install.sh: $*" >&2
  exit 2
}

# Do something, or only say so.
run() {
  if [ "$DRY_RUN" = yes ]; then
    echo "would run: $*"
  else
    "$@"
  fi
}

on_this_machine() {
  [ -z "$DESTDIR" ]
}

systemd_is_running() {
  on_this_machine && [ -d /run/systemd/system ] && command -v systemctl >/dev/null
}

check_python() {
  "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
    fail "expected Python 3.11 or newer, saw $PYTHON: name another with PYTHON=..."
  "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null ||
    fail "$PYTHON has no venv module: install it first (apt install python3-venv)"
}

make_user() {
  if ! getent passwd $NAME >/dev/null; then
    run useradd --system --user-group --home-dir $STATE --no-create-home \
      --shell /usr/sbin/nologin $NAME
  fi
  # What a Pi gives its pins, its SPI bus and its serial ports to.
  for group in gpio spi dialout; do
    if getent group $group >/dev/null; then
      run usermod --append --groups $group $NAME
    fi
  done
}

# What drives the pins of this machine; that of a Pi 5 is another.
extra() {
  case $(cat /proc/device-tree/model 2>/dev/null | tr -d '\0') in
    'Raspberry Pi 5'* | 'Raspberry Pi Compute Module 5'*) echo '[pi5]' ;;
    *'Raspberry Pi'*) echo '[pi]' ;;
  esac
}

install_program() {
  wanted=$SOURCE$(extra)
  # Made over an older one this also mends what a new Python of the system has broken.
  run "$PYTHON" -m venv "$DESTDIR$PROGRAM"
  run "$DESTDIR$PROGRAM/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
    --upgrade "$wanted"
}

# Which board this is, unless somebody has said so; nobody is asked who does not sit at a terminal.
choose_board() {
  if [ -e "$DESTDIR$CONFIGURATION" ] || [ -n "$BOARD" ]; then
    return
  fi
  BOARD=virtual
  if [ -t 0 ]; then
    echo "Which board is it? virtual: in the browser alone; serial: on USB; pi-gpio: on this Pi's pins"
    printf 'virtual, serial or pi-gpio [virtual]: '
    read -r answer || answer=
    BOARD=${answer:-virtual}
  fi
}

check_board() {
  case $BOARD in
    '' | virtual | serial | pi-gpio) ;;
    *) fail "expected the board virtual, serial or pi-gpio, saw $BOARD" ;;
  esac
}

install_configuration() {
  if [ -e "$DESTDIR$CONFIGURATION" ]; then
    echo "kept: $DESTDIR$CONFIGURATION"
  else
    run install -D -m 0644 "$SOURCE/config/$BOARD.yaml" "$DESTDIR$CONFIGURATION"
  fi
}

install_rules() {
  run install -D -m 0644 "$SOURCE/config/60-$NAME.rules" "$DESTDIR$RULES"
  reload_rules
}

# For a board that is plugged in already, too.
reload_rules() {
  if on_this_machine && command -v udevadm >/dev/null; then
    run udevadm control --reload
    run udevadm trigger --subsystem-match=tty --subsystem-match='*-pio'
  fi
}

start_service() {
  if systemd_is_running; then
    run systemctl daemon-reload
    run systemctl enable --quiet $NAME.service
    run systemctl restart $NAME.service
    echo "What it says: journalctl -u $NAME"
  elif on_this_machine; then
    echo "systemd does not run here: enable $NAME.service where it does"
  fi
}

install_all() {
  umask 022
  check_python
  check_board
  choose_board
  check_board
  if on_this_machine; then
    make_user
  fi
  install_program
  install_configuration
  install_rules
  run install -D -m 0644 "$SOURCE/config/$NAME.service" "$DESTDIR$UNIT"
  start_service
}

uninstall_all() {
  if systemd_is_running && [ -e "$UNIT" ]; then
    run systemctl disable --quiet --now $NAME.service
  fi
  run rm -f "$DESTDIR$UNIT" "$DESTDIR$RULES"
  reload_rules
  if systemd_is_running; then
    run systemctl daemon-reload
  fi
  # Only what is a virtual environment is ours to remove.
  if [ -e "$DESTDIR$PROGRAM/pyvenv.cfg" ]; then
    run rm -rf "$DESTDIR$PROGRAM"
  fi
  echo "kept: $DESTDIR$CONFIGURATION, the games in $DESTDIR$STATE, and the user $NAME"
}

[ $# -ge 1 ] || fail "expected install or uninstall"
action=$1
shift
for option in "$@"; do
  case $option in
    --dry-run) DRY_RUN=yes ;;
    *) fail "expected no option but --dry-run, saw $option" ;;
  esac
done

case $DESTDIR in
  '' | /*) ;;
  *) fail "expected an absolute path in DESTDIR, saw $DESTDIR" ;;
esac

case $action in
  install | uninstall) ;;
  *) fail "expected install or uninstall, saw $action" ;;
esac
if on_this_machine && [ "$DRY_RUN" = no ] && [ "$(id -u)" != 0 ]; then
  fail "expected to be run by root (sudo make $action), or with DESTDIR or --dry-run"
fi
"${action}_all"
