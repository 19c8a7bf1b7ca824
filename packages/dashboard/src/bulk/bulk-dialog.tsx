import type { BulkAction, BulkDryRun } from '@scheduler/client';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../api/api-error.js';
import { Button } from '../design/button.jsx';
import { Dialog } from '../design/dialog.jsx';
import { count } from '../design/format.js';
import { Loading, Problem } from '../design/page.jsx';
import { Status } from '../design/status.jsx';
import { Time } from '../design/time.jsx';
import { begin, type BulkRequest, countMatching, isEnded, progressOf, stop } from './bulk-action.js';

const LOOK_MS = 500;

export interface BulkDialogProps {
  readonly title: string;
  /** What is done, as a verb: "Retry". */
  readonly verb: string;
  /** What the rows are: "executions". */
  readonly things: string;
  readonly destroys?: boolean;
  /** What can be done about it afterwards: "Resume them to undo this." */
  readonly afterwards: string;
  readonly request: BulkRequest;
  /** How it is undone. Missing: it cannot be. */
  readonly undo?: { readonly label: string; readonly request: BulkRequest };
  readonly onClose: () => void;
}

/** Counts what matches, asks, carries it out for every matching row and not for one page only, and shows how far it is. */
export function BulkDialog(props: BulkDialogProps) {
  const [request, setRequest] = useState(props.request);
  const { found, progress, error, start } = useBulk(request);
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <div class="form">
        {error !== null && <Problem error={error} />}
        {progress !== null ? (
          <Progress progress={progress} things={props.things} />
        ) : found === null ? (
          error === null && <Loading lines={2} />
        ) : (
          <Preview found={found} {...props} />
        )}
        <div class="actions end">
          <Button onPress={props.onClose}>{progress === null ? 'Keep as it is' : 'Close'}</Button>
          {progress !== null && !isEnded(progress) && (
            <Button kind="danger" onPress={() => stop(progress.id)}>
              Stop
            </Button>
          )}
          {progress !== null &&
            isEnded(progress) &&
            props.undo !== undefined &&
            request === props.request && (
              <Button onPress={() => setRequest(props.undo?.request ?? request)}>{props.undo.label}</Button>
            )}
          {progress === null && found !== null && found.matched > 0 && (
            <Button kind={props.destroys === true ? 'danger' : 'primary'} onPress={start}>
              {`${request === props.request ? props.verb : (props.undo?.label ?? '')} ${count(found.matched)} ${props.things}`}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function useBulk(request: BulkRequest) {
  const [found, setFound] = useState<BulkDryRun | null>(null);
  const [progress, setProgress] = useState<BulkAction | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const fail = (reason: unknown) => setError(asApiError(reason));
  useEffect(() => {
    setFound(null);
    setProgress(null);
    countMatching(request).then(setFound).catch(fail);
  }, [request]);
  useEffect(() => {
    if (progress === null || isEnded(progress)) return;
    const timer = window.setTimeout(
      () => void progressOf(progress.id).then(setProgress).catch(fail),
      LOOK_MS,
    );
    return () => window.clearTimeout(timer);
  }, [progress]);
  return { found, progress, error, start: () => begin(request).then(setProgress).catch(fail) };
}

function Preview({ found, things, afterwards }: { readonly found: BulkDryRun } & BulkDialogProps) {
  if (found.matched === 0) return <p>Nothing matches any more.</p>;
  return (
    <>
      <p>
        <strong>
          {count(found.matched)} {things}
        </strong>{' '}
        match. {afterwards}
      </p>
      <ul class="sample">
        {found.sample.slice(0, 5).map(({ id, name, handler_name: type, status, at }) => (
          <li key={id}>
            <Status value={status} /> <span class="one-line">{name ?? type}</span> <Time at={at} />
          </li>
        ))}
        {found.matched > 5 && <li class="muted">and {count(found.matched - 5)} more</li>}
      </ul>
    </>
  );
}

function Progress({ progress, things }: { readonly progress: BulkAction; readonly things: string }) {
  const { state, matched, done, failed, reasons, interruption } = progress;
  return (
    <div role="status">
      <p>
        <Status value={state === 'interrupted' ? 'failed' : state} label={state} /> {count(done)} of{' '}
        {count(matched)} {things} done
        {failed > 0 && `, ${count(failed)} refused`}.
      </p>
      <progress class="wide-bar" value={done + failed} max={Math.max(1, matched)} aria-label="Progress" />
      {interruption !== null && <p class="field-error">{interruption.detail}</p>}
      {reasons.length > 0 && (
        <ul class="sample">
          {reasons.map(({ code, count: times }) => (
            <li key={code}>
              {count(times)} × <code>{code}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
