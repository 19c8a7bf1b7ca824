/** The last bytes of what a process writes. */
export class OutputTail {
  isCut = false;
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(private readonly limit: number) {}

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    // Joined only when twice the limit is held, so that many small chunks cost no more than few large ones.
    if (this.size > 2 * this.limit) this.cut();
  }

  text(): string {
    if (this.size > this.limit) this.cut();
    // JSON of some databases cannot hold a null character.
    return Buffer.concat(this.chunks).toString('utf8').replaceAll('\u0000', '\ufffd');
  }

  private cut(): void {
    const kept = Buffer.concat(this.chunks).subarray(this.size - this.limit);
    this.chunks = [kept];
    this.size = kept.length;
    this.isCut = true;
  }
}
