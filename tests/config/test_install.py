"""`make install`, into a folder of its own; what it does to a machine is only read here."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "config" / "install.sh"

PROGRAM = "opt/pacoboard"
CONFIGURATION = "etc/pacoboard/pacoboard.yaml"
UNIT = "etc/systemd/system/pacoboard.service"
RULES = "etc/udev/rules.d/60-pacoboard.rules"
GAMES = "var/lib/pacoboard/games.sqlite"

# Instead of a Python: makes what `python -m venv` makes, and writes down what it was called with.
FAKE_PYTHON = """#!/bin/sh
echo "$@" >> "{calls}"
if [ "$1 $2" = "-m venv" ]; then
  mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && touch "$3/pyvenv.cfg" "$3/bin/pacoboard"
fi
"""


@dataclass
class Machine:
    """A folder to install into, and the programs that the script finds."""

    root: Path
    tools: Path
    calls: Path
    environment: dict[str, str] = field(default_factory=dict)

    def tool(self, name: str, text: str) -> Path:
        """Put a program in front of the machine's own of that name."""
        file = self.tools / name
        file.write_text(text, encoding="utf-8")
        file.chmod(0o755)
        return file

    def run(
        self, *command: str, stdin: int = subprocess.DEVNULL, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command],
            env={
                "PATH": f"{self.tools}:{os.environ['PATH']}",
                "PYTHON": str(self.tools / "python"),
                "DESTDIR": str(self.root),
                **environment,
            },
            cwd=ROOT,
            stdin=stdin,
            capture_output=True,
            text=True,
            check=False,
        )

    def script(
        self, *arguments: str, stdin: int = subprocess.DEVNULL, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return self.run("sh", str(SCRIPT), *arguments, stdin=stdin, **environment)

    def files(self) -> set[str]:
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*") if path.is_file()}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    for name in ("root", "tools"):
        (tmp_path / name).mkdir()
    made = Machine(tmp_path / "root", tmp_path / "tools", tmp_path / "calls")
    made.tool("python", FAKE_PYTHON.format(calls=made.calls))
    return made


def test_program_configuration_and_unit_are_installed(machine: Machine) -> None:
    done = machine.script("install")
    assert done.returncode == 0, done.stderr
    assert {CONFIGURATION, UNIT, RULES, f"{PROGRAM}/bin/pacoboard"} <= machine.files()
    shipped = ROOT / "config"
    assert (machine.root / UNIT).read_bytes() == (shipped / "pacoboard.service").read_bytes()
    assert (machine.root / CONFIGURATION).read_bytes() == (shipped / "virtual.yaml").read_bytes()
    calls = machine.calls.read_text(encoding="utf-8").splitlines()
    assert calls[-2] == f"-m venv {machine.root}/{PROGRAM}"
    assert calls[-1].startswith("-m pip install ")
    assert calls[-1].removesuffix("[pi]").endswith(f" --upgrade {ROOT}")


@pytest.mark.parametrize(
    ("model", "extra"),
    [
        ("", ""),
        ("Raspberry Pi Zero 2 W Rev 1.0", "[pi]"),
        ("Raspberry Pi 4 Model B Rev 1.5", "[pi]"),
        ("Raspberry Pi 5 Model B Rev 1.0", "[pi5]"),
        ("Raspberry Pi 500 Rev 1.0", "[pi5]"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "[pi5]"),
    ],
)
def test_every_pi_gets_what_drives_its_pins(machine: Machine, model: str, extra: str) -> None:
    machine.tool("cat", f"#!/bin/sh\nprintf '{model}\\0'\n")
    assert machine.script("install").returncode == 0
    called = machine.calls.read_text(encoding="utf-8").splitlines()[-1]
    assert called.endswith(f" --upgrade {ROOT}{extra}")


def test_the_udev_rule_names_the_board_and_lets_the_group_in(machine: Machine) -> None:
    machine.script("install")
    rules = (machine.root / RULES).read_text(encoding="utf-8")
    assert rules == (ROOT / "config" / "60-pacoboard.rules").read_text(encoding="utf-8")
    (names,) = [line for line in rules.splitlines() if line.startswith("SYMLINK")]
    assert 'SYMLINK+="pacoboard"' in names
    assert 'GROUP="dialout", MODE="0660"' in names
    labels = re.findall(r'LABEL="(\w+)"', rules)
    assert set(re.findall(r'GOTO="(\w+)"', rules)) == set(labels)


@pytest.mark.parametrize("board", ["virtual", "serial", "pi-gpio"])
def test_the_configuration_of_the_board_that_is_named_is_installed(
    machine: Machine, board: str
) -> None:
    done = machine.script("install", BOARD=board)
    assert done.returncode == 0, done.stderr
    shipped = ROOT / "config" / f"{board}.yaml"
    assert (machine.root / CONFIGURATION).read_bytes() == shipped.read_bytes()


@pytest.mark.parametrize(("answer", "board"), [("serial", "serial"), ("", "virtual")])
def test_whoever_sits_at_a_terminal_is_asked_which_board_it_is(
    machine: Machine, answer: str, board: str
) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, f"{answer}\n".encode())
    done = machine.script("install", stdin=theirs)
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 0, done.stderr
    assert "Which board is it?" in done.stdout
    shipped = ROOT / "config" / f"{board}.yaml"
    assert (machine.root / CONFIGURATION).read_bytes() == shipped.read_bytes()


def test_a_board_that_there_is_not_is_refused_before_anything_is_done(machine: Machine) -> None:
    done = machine.script("install", BOARD="marble")
    assert done.returncode == 2
    assert "expected the board virtual, serial or pi-gpio, saw marble" in done.stderr
    assert machine.files() == set()


def test_a_configuration_that_is_there_is_kept(machine: Machine) -> None:
    mine = machine.root / CONFIGURATION
    mine.parent.mkdir(parents=True)
    mine.write_text("web: {port: 80}\n", encoding="utf-8")
    done = machine.script("install")
    assert done.returncode == 0
    assert f"kept: {mine}" in done.stdout
    assert mine.read_text(encoding="utf-8") == "web: {port: 80}\n"


def test_installing_again_renews_the_unit(machine: Machine) -> None:
    machine.script("install")
    (machine.root / UNIT).write_text("old", encoding="utf-8")
    assert machine.script("install").returncode == 0
    assert "ExecStart" in (machine.root / UNIT).read_text(encoding="utf-8")


def test_uninstalling_keeps_configuration_and_games(machine: Machine) -> None:
    machine.script("install")
    games = machine.root / GAMES
    games.parent.mkdir(parents=True)
    games.write_bytes(b"games")
    done = machine.script("uninstall")
    assert done.returncode == 0, done.stderr
    assert machine.files() == {CONFIGURATION, GAMES}


def test_uninstalling_leaves_a_folder_that_it_did_not_make(machine: Machine) -> None:
    other = machine.root / PROGRAM / "precious"
    other.parent.mkdir(parents=True)
    other.touch()
    assert machine.script("uninstall").returncode == 0
    assert other.exists()


@pytest.mark.parametrize("action", ["install", "uninstall"])
def test_a_dry_run_changes_nothing(machine: Machine, action: str) -> None:
    machine.script("install")
    (machine.root / CONFIGURATION).unlink()
    before = machine.files()
    done = machine.script(action, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "would run: " in done.stdout
    assert machine.files() == before


def test_on_the_machine_itself_a_user_is_made_for_the_groups_that_there_are(
    machine: Machine,
) -> None:
    machine.tool("getent", '#!/bin/sh\n[ "$1 $2" = "group gpio" ]\n')
    done = machine.script("install", "--dry-run", DESTDIR="")
    assert done.returncode == 0, done.stderr
    assert "would run: useradd --system --user-group --home-dir /var/lib/pacoboard" in done.stdout
    assert "would run: usermod --append --groups gpio pacoboard" in done.stdout
    assert "dialout" not in done.stdout
    assert f"-m venv /{PROGRAM}\n" in done.stdout


def test_a_user_that_is_there_is_not_made_again(machine: Machine) -> None:
    machine.tool("getent", '#!/bin/sh\n[ "$1 $2" = "passwd pacoboard" ]\n')
    done = machine.script("install", "--dry-run", DESTDIR="")
    assert done.returncode == 0, done.stderr
    assert "useradd" not in done.stdout


def test_below_a_folder_no_user_is_made(machine: Machine) -> None:
    machine.tool("useradd", "#!/bin/sh\nexit 1\n")
    done = machine.script("install", "--dry-run")
    assert "useradd" not in done.stdout
    assert "systemctl" not in done.stdout


@pytest.mark.parametrize("action", ["install", "uninstall"])
def test_only_root_changes_the_machine_itself(machine: Machine, action: str) -> None:
    machine.tool("id", "#!/bin/sh\necho 1000\n")
    done = machine.script(action, DESTDIR="")
    assert done.returncode == 2
    assert f"expected to be run by root (sudo make {action})" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "expected install or uninstall"),
        (("remove",), "expected install or uninstall, saw remove"),
        (("install", "--force"), "expected no option but --dry-run, saw --force"),
    ],
)
def test_what_the_script_does_not_know_is_refused(
    machine: Machine, arguments: tuple[str, ...], sentence: str
) -> None:
    done = machine.script(*arguments)
    assert done.returncode == 2
    assert done.stderr == f"install.sh: {sentence}\n"
    assert machine.files() == set()


def test_a_relative_folder_is_refused(machine: Machine) -> None:
    done = machine.script("install", DESTDIR="here")
    assert done.returncode == 2
    assert "expected an absolute path in DESTDIR, saw here" in done.stderr


def test_an_old_python_is_refused_before_anything_is_done(machine: Machine) -> None:
    old = machine.tool("python-old", "#!/bin/sh\nexit 1\n")
    done = machine.script("install", PYTHON=str(old))
    assert done.returncode == 2
    assert f"expected Python 3.11 or newer, saw {old}" in done.stderr
    assert machine.files() == set()


def test_a_python_without_venv_is_told_what_is_missing(machine: Machine) -> None:
    bare = machine.tool("python-bare", '#!/bin/sh\ncase "$2" in *venv*) exit 1 ;; esac\n')
    done = machine.script("install", PYTHON=str(bare))
    assert done.returncode == 2
    assert "apt install python3-venv" in done.stderr


def test_make_installs_and_uninstalls(machine: Machine) -> None:
    named = [f"DESTDIR={machine.root}", f"PYTHON={machine.tools / 'python'}"]
    assert "would run: " in machine.run("make", "-s", "install", "DRY_RUN=1", *named).stdout
    assert machine.files() == set()
    assert machine.run("make", "-s", "install", *named).returncode == 0
    assert UNIT in machine.files()
    assert machine.run("make", "-s", "uninstall", *named).returncode == 0
    assert machine.files() == {CONFIGURATION}


@pytest.mark.parametrize(("more", "asked"), [([], ""), (["PORT=8080"], "--port 8080")])
def test_make_run_may_be_told_the_port(machine: Machine, more: list[str], asked: str) -> None:
    said = machine.run("make", "-n", "run", f"PYTHON={machine.tools / 'python'}", *more).stdout
    assert said.rstrip().endswith(f"run --config config/virtual.yaml {asked}".rstrip())
