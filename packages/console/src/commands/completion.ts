import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { bashScript } from '../completion/bash-script.js';
import { completionSpec, type CompletionSpec } from '../completion/completion-spec.js';
import { fishScript } from '../completion/fish-script.js';
import { zshScript } from '../completion/zsh-script.js';

const SCRIPTS: Readonly<Record<string, (spec: CompletionSpec) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export class Completion extends Command {
  readonly name = 'completion';
  readonly description = 'Print a script that completes commands, options and names in a shell';
  override readonly arguments = [
    { name: 'shell', description: 'bash, zsh or fish', choices: Object.keys(SCRIPTS) },
  ];
  override readonly help = `  bash  source <(scheduler completion bash)     in ~/.bashrc
  zsh   source <(scheduler completion zsh)      in ~/.zshrc, after compinit
  fish  scheduler completion fish | source      in ~/.config/fish/config.fish
If you run it in the folder of an application, the script also completes the commands of the application.`;

  async run(input: CommandInput, { io, declarations }: CommandContext): Promise<void> {
    const shell = input.argument('shell');
    const script = SCRIPTS[shell]?.(completionSpec(await declarations())) ?? '';
    io.result({ shell, script }, () => io.raw(script));
  }
}
