/** A command of a crontab, and what it reads. */
export interface CommandWithInput {
  readonly command: string;
  readonly stdin: string;
}

/** Cron ends the command at the first `%` without a backslash: what follows is its input, in which each further `%` is a line break. */
export function splitPercent(text: string): CommandWithInput {
  const parts: string[] = [''];
  for (let index = 0; index < text.length; index++) {
    const isEscaped = text[index] === '\\' && text[index + 1] === '%';
    if (isEscaped) index += 1;
    if (text[index] === '%' && !isEscaped) parts.push('');
    else parts[parts.length - 1] += text[index] ?? '';
  }
  const [command = '', ...lines] = parts;
  const input = lines.join('\n');
  return {
    command: command.trim(),
    stdin: lines.length === 0 || input.endsWith('\n') ? input : `${input}\n`,
  };
}
