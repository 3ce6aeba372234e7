"""Ask the site on this machine whether it can do its work; exit status 0 if it can. For supervisors of containers."""

import http.client
import os
import sys

SECONDS = 8


def main() -> int:
    """Ask as a caller of the site's first name would."""
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0]
    connection = http.client.HTTPConnection("127.0.0.1", int(os.environ.get("PORT", "8000")), timeout=SECONDS)
    try:
        connection.request("GET", "/health/ready/", headers={"Host": host})
        answer = connection.getresponse()
        sys.stdout.write(answer.read().decode())
        return int(answer.status != 200)
    except OSError as fault:
        sys.stdout.write(f"{fault}\n")
        return 1
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
