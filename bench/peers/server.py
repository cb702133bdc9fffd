"""Starts and stops a PostgreSQL server of the bench's own, and tells what it costs."""

import glob
import os
import shutil
import subprocess
import tempfile

PORT = 54_391
# Much memory, no care for a loss of power, and both cores: what a user would set for a batch.
SETTINGS = {
    "port": PORT, "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "shared_buffers": "2GB",
    "work_mem": "256MB", "maintenance_work_mem": "1GB", "max_wal_size": "8GB", "fsync": "off",
    "synchronous_commit": "off", "full_page_writes": "off", "jit": "off", "max_parallel_workers_per_gather": 2,
    "parallel_setup_cost": 10, "parallel_tuple_cost": 0.001,
}
TICK = os.sysconf("SC_CLK_TCK")


class Server:
    def __init__(self):
        self.bin = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        # it will not run as root, and its folder must be its user's
        self.who = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        self.folder = tempfile.mkdtemp(prefix="metes-bench-pg-")
        if self.who:
            shutil.chown(self.folder, "postgres")
        self._run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C")
        with open(f"{self.folder}/postgresql.conf", "a") as conf:
            conf.writelines(f"{name} = '{value}'\n" for name, value in SETTINGS.items())
        self._run("pg_ctl", "start", "-w", "-l", f"{self.folder}/log")
        with open(f"{self.folder}/postmaster.pid") as file:
            self.pid = int(file.readline())
        self.address = f"host=127.0.0.1 port={PORT} user=postgres dbname=bench"
        admin = f"host=127.0.0.1 port={PORT} user=postgres dbname=postgres"
        subprocess.run(["psql", "-qX", "-c", "CREATE DATABASE bench", admin], check=True)
        subprocess.run(["psql", "-qX", "-c", "CREATE EXTENSION postgis", self.address], check=True)

    def _run(self, program, *words):
        command = [*self.who, f"{self.bin}/{program}", "-D", self.folder, *words]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL)

    def processes(self):
        """The server and its processes, by their ids."""
        with open(f"/proc/{self.pid}/task/{self.pid}/children") as file:
            return [self.pid, *map(int, file.read().split())]

    def cpu_seconds(self):
        """What it has used so far, with all its processes that have ended."""
        ticks = 0
        for pid in self.processes():
            try:
                with open(f"/proc/{pid}/stat") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            ticks += sum(map(int, fields[11:15]))  # of itself and of its children, in user and in system mode
        return ticks / TICK

    def resident(self):
        """Bytes that it holds now; what processes share is counted once."""
        total = 0
        for pid in self.processes():
            try:
                with open(f"/proc/{pid}/smaps_rollup") as file:
                    total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
            except OSError:
                continue
        return total * 1024

    def stop(self):
        self._run("pg_ctl", "stop", "-m", "immediate", "-w")
        shutil.rmtree(self.folder)
