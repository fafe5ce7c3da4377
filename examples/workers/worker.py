#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A worker over REST, with nothing but the standard library: claims jobs of type "shout" until it has done one."""
import json
import os
import urllib.request

URL, KEY = os.environ["HOWDAH_URL"].rstrip("/"), os.environ["HOWDAH_API_KEY"]


def call(path, body):
    request = urllib.request.Request(
        f"{URL}/api/v1/{path}",
        data=json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=90) as answer:
        return json.loads(answer.read() or "null")


def work(job):
    return {"text": job["payload"]["text"].upper()}


done = 0
while done == 0:
    # Waits up to half a minute; what is claimed is ours for two, and somebody else's if we die meanwhile.
    for job in call("claims", {"types": ["shout"], "waiting": "PT30S", "hold": "PT2M"})["items"]:
        try:
            result = work(job)
        except Exception as failure:  # whatever it is: it will be tried again, as its type says
            call(f"claims/{job['claim']}/fail", {"error": repr(failure)})
            continue
        call(f"claims/{job['claim']}/complete", {"result": result})
        print("done:", result["text"], flush=True)
        done += 1
