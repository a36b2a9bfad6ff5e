#!/usr/bin/env python3
"""Packs folders as the layers of OCI images, several to an archive, which `ctr images import` and others take.

Deterministic: the same input gives the same digests, whoever packs it and when. Standard library only."""

import argparse
import hashlib
import io
import json
import os
import platform
import tarfile
from dataclasses import dataclass, field

ARCHITECTURE = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]
MEDIA = "application/vnd.oci.image."
EPOCH = "1970-01-01T00:00:00Z"
PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(frozen=True)
class Image:
    """An image to pack. name: registry/path:tag; layers: folders, the lowest first."""

    name: str
    layers: list[str]
    entrypoint: list[str] = field(default_factory=list)
    cmd: list[str] = field(default_factory=list)
    user: str = ""
    env: list[str] = field(default_factory=list)


class Archive:
    """The blobs of images by digest, and the index that names the images. A layer is stored once."""

    def __init__(self):
        self.blobs = {}
        self.layers = {}
        self.manifests = []

    def add(self, image):
        layers = [self._layer(folder) for folder in image.layers]
        manifest = self._json(
            {
                "schemaVersion": 2,
                "mediaType": MEDIA + "manifest.v1+json",
                "config": self._json(self._config(image, layers), "config.v1+json"),
                "layers": layers,
            },
            "manifest.v1+json",
        )
        # containerd takes the image's full name from the first annotation.
        manifest["annotations"] = {
            "io.containerd.image.name": image.name,
            "org.opencontainers.image.ref.name": image.name.rsplit(":", 1)[-1],
        }
        manifest["platform"] = {"architecture": ARCHITECTURE, "os": "linux"}
        self.manifests.append(manifest)

    def write(self, path):
        index = {"schemaVersion": 2, "mediaType": MEDIA + "index.v1+json", "manifests": self.manifests}
        with tarfile.open(path + ".new", "w", format=tarfile.PAX_FORMAT) as tar:

            def put(name, content):
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                entry.mode = 0o644
                tar.addfile(entry, io.BytesIO(content))

            put("oci-layout", b'{"imageLayoutVersion":"1.0.0"}')
            put("index.json", json.dumps(index).encode())
            for digest, content in self.blobs.items():
                put("blobs/sha256/" + digest, content)
        os.replace(path + ".new", path)

    def _layer(self, folder):
        if folder not in self.layers:
            self.layers[folder] = self._blob(layer(folder), "layer.v1.tar")
        return self.layers[folder]

    def _config(self, image, layers):
        run = {"Env": image.env or [PATH]}
        for key, value in (("Entrypoint", image.entrypoint), ("Cmd", image.cmd), ("User", image.user)):
            if value:
                run[key] = value
        return {
            "created": EPOCH,
            "architecture": ARCHITECTURE,
            "os": "linux",
            "config": run,
            "rootfs": {"type": "layers", "diff_ids": [each["digest"] for each in layers]},
            "history": [{"created": EPOCH, "created_by": "mkimage.py"} for _ in layers],
        }

    def _json(self, document, kind):
        return self._blob(json.dumps(document).encode(), kind)

    def _blob(self, content, kind):
        digest = hashlib.sha256(content).hexdigest()
        self.blobs[digest] = content
        return {"mediaType": MEDIA + kind, "digest": "sha256:" + digest, "size": len(content)}


def layer(folder):
    """The folder as an uncompressed tar, its entries in the order of their names, owned by root."""

    def owned_by_root(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = 0
        return entry

    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for parent, folders, files in os.walk(folder):
            folders.sort()
            for name in sorted(folders + files):
                path = os.path.join(parent, name)
                tar.add(path, os.path.relpath(path, folder), recursive=False, filter=owned_by_root)
    return out.getvalue()


def main():
    p = argparse.ArgumentParser(description="Packs one image.")
    p.add_argument("out", help="the archive to write")
    p.add_argument("name", help="registry/path:tag")
    p.add_argument("--layer", action="append", required=True, metavar="DIR", help="lowest first")
    p.add_argument("--entrypoint", default="", help="separated by commas")
    p.add_argument("--cmd", default="", help="separated by commas")
    args = p.parse_args()
    archive = Archive()
    archive.add(
        Image(
            args.name,
            args.layer,
            entrypoint=[word for word in args.entrypoint.split(",") if word],
            cmd=[word for word in args.cmd.split(",") if word],
        )
    )
    archive.write(args.out)


if __name__ == "__main__":
    main()
