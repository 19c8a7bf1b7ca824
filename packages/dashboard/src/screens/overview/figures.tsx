import type { Metrics } from '@scheduler/client';
import type { ComponentChildren } from 'preact';
import { count, duration } from '../../design/format.js';
import { hrefOf } from '../../navigation/address.js';

/** The numbers of the period. Each leads to what it counts. */
export function Figures({ metrics, period }: { readonly metrics: Metrics; readonly period: string }) {
  const { executions, performance, queue } = metrics;
  const failed = executions.failed + executions.timeout;
  const ended = executions.successful + failed;
  return (
    <div class="figures">
      <Figure
        name="Succeeded"
        value={
          ended === 0
            ? '–'
            : `${performance.success_rate.toFixed(performance.success_rate === 100 ? 0 : 1)} %`
        }
        note={`${count(executions.successful)} of ${count(ended)}`}
        href={hrefOf('executions', { status: 'success', period })}
      />
      <Figure
        name="Failed"
        value={count(failed)}
        tone={failed > 0 ? 'bad' : ''}
        note={executions.timeout > 0 ? `${count(executions.timeout)} by timeout` : 'in this time'}
        href={hrefOf('executions', { status: 'failed,timeout', period })}
      />
      <Figure
        name="Waiting"
        value={count(executions.pending)}
        note={queue.delayed > 0 ? `${count(queue.delayed)} for later` : 'now'}
        href={hrefOf('executions', { status: 'pending' })}
      />
      <Figure
        name="Running"
        value={count(executions.running)}
        note="now"
        href={hrefOf('executions', { status: 'running' })}
      />
      <Figure
        name="95 % within"
        value={ended === 0 ? '–' : duration(performance.p95_duration_ms)}
        note={ended === 0 ? 'nothing ended' : `half: ${duration(performance.p50_duration_ms)}`}
      />
      <Figure
        name="Dead letters"
        value={count(queue.dead_letters)}
        tone={queue.dead_letters > 0 ? 'warn' : ''}
        note="to look at"
        href={hrefOf('dead-letters')}
      />
    </div>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly note: ComponentChildren;
  readonly tone?: string;
  readonly href?: string;
}

export function Figure({ name, value, note, tone = '', href }: FigureProps) {
  const contents = (
    <>
      <span class="name">{name}</span>
      <span class={`value ${tone === '' ? '' : `tone-${tone}`}`}>{value}</span>
      <span class="name">{note}</span>
    </>
  );
  return href === undefined ? (
    <div class="figure-card">{contents}</div>
  ) : (
    <a class="figure-card" href={href}>
      {contents}
    </a>
  );
}
