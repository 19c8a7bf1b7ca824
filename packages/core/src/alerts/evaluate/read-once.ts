/** Remembers answers, so that several rules which need the same statistics cause one statement. */
export class ReadOnce {
  private readonly answers = new Map<string, Promise<unknown>>();

  get<T>(key: readonly unknown[], read: () => Promise<T>): Promise<T> {
    const name = JSON.stringify(key);
    const known = this.answers.get(name);
    if (known !== undefined) return known as Promise<T>;
    const answer = read();
    this.answers.set(name, answer);
    return answer;
  }
}
