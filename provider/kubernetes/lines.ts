const NEWLINE = 0x0a;

/** Cuts a stream of bytes into its non-empty lines, wherever its chunks end: also inside a character. */
export async function* readLines(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      parts.push(chunk.subarray(start, end));
      const line = Buffer.concat(parts).toString('utf8').trim();
      parts = [];
      start = end + 1;
      if (line !== '') yield line;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  const rest = Buffer.concat(parts).toString('utf8').trim();
  if (rest !== '') yield rest;
}
