/** Settings of the embedded server as `-c name=value`. Sizes suit a small machine with other work to do. */
export function serverSettings(durable: boolean): Record<string, string | number> {
  return {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: durable ? 200 : 300,
    shared_buffers: durable ? "256MB" : "128MB",
    work_mem: "8MB",
    maintenance_work_mem: "128MB",
    max_wal_size: "2GB",
    checkpoint_timeout: "15min",
    // Short statements on few cores: compiling and fanning out cost more than they bring.
    jit: "off",
    max_parallel_workers_per_gather: 1,
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: durable ? "warning" : "panic",
    log_min_error_statement: "panic",
    fsync: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    autovacuum: durable ? "on" : "off",
  };
}

/** The text for `pg_ctl start -o`, which hands it to a shell. */
export function optionText(settings: Record<string, string | number>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${quoteForShell(String(value))}`)
    .join(" ");
}

/** A word that the shell takes literally. */
export function quoteForShell(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
