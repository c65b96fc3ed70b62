// Loaded into a provider process by --require. Writes the longest time for which nothing else got its turn, in milliseconds,
// to the file BENCH_STALL when the process ends. Of a turn counts the processor time it took, if that is less than the time
// that went by: on a busy machine, others take the rest.
const { writeFileSync } = require('node:fs');

const WATCHED = 20_000;
const began = performance.now();
let longest = 0;
let last = { wall: began, cpu: process.cpuUsage() };

const timer = setInterval(() => {
  const wall = performance.now();
  const cpu = process.cpuUsage(last.cpu);
  longest = Math.max(longest, Math.min(wall - last.wall, (cpu.user + cpu.system) / 1000));
  last = { wall, cpu: process.cpuUsage() };
  if (wall - began > WATCHED) clearInterval(timer);
}, 2);
timer.unref();
// What loads the program is no stall: nothing is served yet.
setImmediate(() => {
  longest = 0;
});

process.on('exit', () => {
  if (process.env.BENCH_STALL) writeFileSync(process.env.BENCH_STALL, String(longest));
});
