// Loaded before a program that is started for a measurement: tells its largest memory at its end.
process.on('exit', () => {
  process.stderr.write(`peak memory ${process.resourceUsage().maxRSS} kB\n`);
});
