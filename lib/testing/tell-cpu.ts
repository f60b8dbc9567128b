/** Loaded into a process that is measured: whoever started it may ask for the processor time that it has taken so far. */
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1_000);
});
process.channel?.unref();
