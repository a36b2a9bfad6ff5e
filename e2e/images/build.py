#!/usr/bin/env python3
"""Packs the product and the simulated engine as OCI images without Docker: target/images/kvreshard.tar.

Three layers: a jlinked Java runtime with the few glibc libraries that it needs, the libraries, our own jars. Nothing else:
no shell, no package manager. Run it through build.sh, which builds the jars and finds the JDK."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from mkimage import Archive, Image

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "target/images/kvreshard.tar"
JAVA_HOME = Path(os.environ["JAVA_HOME"])
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kvreshard/images"
REGISTRY = "e2e.local/kvreshard"
NOBODY = "65532:65532"

# A fixed list, as jdeps cannot see what libraries load by name. java.desktop, java.sql and java.compiler are named by some
# of them for features that the product does not use.
MODULES = {
    "java.base": "",
    "java.logging": "gRPC, Guava, OpenTelemetry",
    "java.management": "Micrometer, Logback",
    "java.naming": "Logback, Netty's resolver",
    "java.net.http": "the Kubernetes client, OpenTelemetry",
    "java.xml": "Logback's configuration",
    "jdk.httpserver": "health checks",
    "jdk.jcmd": "a thread dump of a process that hangs",
    "jdk.jfr": "Netty's events; recordings in production",
    "jdk.management": "memory and processor metrics",
    "jdk.net": "the credentials of a Unix socket's peer",
    "jdk.unsupported": "Netty, Protobuf",
}

# What Netty's native libraries link against besides what the runtime itself needs: empty names since glibc 2.34.
GLIBC_NAMES = ["libdl.so.2", "libpthread.so.0", "librt.so.1"]

# As in the parent POM, for Jib.
FLAGS = [
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
    "-XX:+ExitOnOutOfMemoryError",
]

# Image, jar, share of the container's memory for the heap: agent and engine hold staging rings and caches beside it.
PROGRAMS = [("operator", "operator", 60), ("agent", "node-agent", 40), ("sim-engine", "sim-engine", 40)]


def version():
    return re.search(r"<revision>(.+?)</revision>", (ROOT / "pom.xml").read_text())[1]


def sha256(*parts):
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.read_bytes() if isinstance(part, Path) else str(part).encode())
        digest.update(b"\0")
    return digest.hexdigest()


def system_libraries(files):
    """The machine's own libraries that these programs and libraries load, and the loader, by the path that names them."""
    listed = subprocess.run(["ldd", *files], check=True, capture_output=True, text=True).stdout
    found = {Path(p) for p in re.findall(r"(?:=> |^\s+)(/\S+) \(0x", listed, re.MULTILINE)}
    libc = next(path for path in found if path.name == "libc.so.6")
    return sorted(found | {libc.with_name(name) for name in GLIBC_NAMES})


def runtime():
    """The folder of the lowest layer; linked once for a JDK, a libc and this file."""
    libc = subprocess.run(["ldd", "--version"], check=True, capture_output=True, text=True).stdout
    folder = CACHE / ("runtime-" + sha256(JAVA_HOME / "release", libc, Path(__file__))[:16])
    if folder.exists():
        return folder
    CACHE.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(dir=CACHE))
    jre = work / "jre"
    subprocess.run(
        [JAVA_HOME / "bin/jlink", "--add-modules", ",".join(MODULES), "--generate-cds-archive"]
        + ["--no-header-files", "--no-man-pages", "--output", jre],
        check=True,
    )
    binaries = [jre / "bin/java", *jre.glob("lib/*.so"), *jre.glob("lib/server/*.so")]
    for path in system_libraries(binaries):
        if not path.is_relative_to(jre):
            target = work / path.relative_to("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
            target.chmod(0o755)
    # Without it the JVM takes file names and output for ASCII.
    shutil.copytree("/usr/lib/locale/C.utf8", work / "usr/lib/locale/C.utf8")
    (work / "etc").mkdir()
    (work / "etc/passwd").write_text("root:x:0:0:root:/:/none\nnonroot:x:65532:65532:nonroot:/tmp:/none\n")
    (work / "etc/group").write_text("root:x:0:\nnonroot:x:65532:\n")
    (work / "etc/nsswitch.conf").write_text("hosts: files dns\n")
    # Netty unpacks its native libraries there: with a read-only root, mount an executable emptyDir.
    (work / "tmp").mkdir()
    (work / "tmp").chmod(0o1777)
    work.chmod(0o755)
    work.rename(folder)
    return folder


def class_path(jar):
    """The jar and all that its manifest names, in one folder."""
    with zipfile.ZipFile(jar) as opened:
        manifest = opened.read("META-INF/MANIFEST.MF").decode().replace("\r\n ", "")
    return [jar, *(jar.with_name(name) for name in re.search(r"^Class-Path: (.*)\r$", manifest, re.MULTILINE)[1].split())]


def jar_layers(jars, tag, work):
    """Two folders: the libraries, which seldom change, and our own jars."""
    layers = []
    for kind, ours in (("libraries", False), ("own", True)):
        folder = work / kind
        (folder / "app/lib").mkdir(parents=True)
        for jar in jars:
            if jar.name.endswith(f"-{tag}.jar") == ours:
                shutil.copyfile(jar, folder / "app/lib" / jar.name)
        layers.append(str(folder))
    return layers


def pack(lib, tag):
    archive = Archive()
    base = runtime()
    with tempfile.TemporaryDirectory() as temporary:
        for name, module, heap in PROGRAMS:
            main = lib / f"{module}-{tag}.jar"
            layers = jar_layers(class_path(main), tag, Path(temporary) / name)
            java = ["/jre/bin/java", *FLAGS, f"-XX:MaxRAMPercentage={heap}", "-jar", f"/app/lib/{main.name}"]
            archive.add(
                Image(
                    f"{REGISTRY}/{name}:{tag}",
                    [str(base), *layers],
                    entrypoint=java,
                    user=NOBODY,
                    # Another main of the same image: kubectl exec POD -- java io.kvreshard.sim.SimEngineMain verify ...
                    env=["LANG=C.UTF-8", "JAVA_HOME=/jre", "PATH=/jre/bin", "CLASSPATH=/app/lib/*"],
                )
            )
    archive.write(str(OUT))


def main():
    lib = ROOT / "target/dist/app/lib"
    here = Path(__file__)
    key = sha256(JAVA_HOME / "release", here, here.with_name("mkimage.py"), *sorted(lib.glob("*.jar")))
    written = OUT.with_suffix(".key")
    if OUT.exists() and written.exists() and written.read_text() == key:
        return
    OUT.parent.mkdir(parents=True, exist_ok=True)
    written.unlink(missing_ok=True)
    pack(lib, version())
    written.write_text(key)
    print(f"{OUT.relative_to(ROOT)}: {OUT.stat().st_size >> 20} MB", file=sys.stdout)


if __name__ == "__main__":
    main()
