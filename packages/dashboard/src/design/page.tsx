import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';
import type { Resource } from '../live/use-resource.js';
import { Button } from './button.jsx';

export interface PageProps {
  readonly title: string;
  /** What the screen is for, in one sentence. */
  readonly lead?: ComponentChildren;
  /** The way back to the list that this belongs to. */
  readonly parent?: { readonly href: string; readonly label: string };
  readonly badge?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of each screen: heading, actions, contents. Its title is also that of the tab. */
export function Page({ title, lead, parent, badge, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Scheduler`;
  }, [title]);
  return (
    <>
      <header class="page-head">
        <div class="page-title">
          {parent !== undefined && (
            <a class="back" href={parent.href}>
              ← {parent.label}
            </a>
          )}
          <h1>
            <span class="long">{title}</span> {badge}
          </h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

export interface SectionProps {
  readonly title: string;
  readonly note?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A panel with a heading. */
export function Section({ title, note, actions, children }: SectionProps) {
  return (
    <section class="panel" aria-label={title}>
      <header class="panel-head">
        <h2>{title}</h2>
        {note !== undefined && <span class="muted">{note}</span>}
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** Nothing is there, and what one can do about it. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children !== undefined && <div class="muted">{children}</div>}
    </div>
  );
}

/** A request that failed: what, why, and how to go on. */
export function Problem({ error, retry }: { readonly error: ApiError; readonly retry?: () => void }) {
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{error.status === 404 ? 'Not found.' : 'This did not work.'}</strong> {error.message}
      </p>
      <p class="muted">
        {error.code}
        {error.status > 0 && `, ${error.status}`}
      </p>
      {retry !== undefined && <Button onPress={retry}>Try again</Button>}
    </div>
  );
}

/** Grey lines in the place of what is being read, as high as it will be. */
export function Loading({ lines = 6 }: { readonly lines?: number }) {
  return (
    <div class="loading" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} class="loading-line" />
      ))}
    </div>
  );
}

/** Shows a resource, or that it is loading, or why it cannot be shown. An error beside older data leaves these visible. */
export function Loaded<T>({
  resource,
  lines,
  children,
}: {
  readonly resource: Resource<T>;
  readonly lines?: number;
  readonly children: (data: T) => ComponentChildren;
}) {
  const { data, error, reload, isStale } = resource;
  if (data === undefined && error !== null && !isStale) return <Problem error={error} retry={reload} />;
  if (data === undefined) return <Loading {...(lines === undefined ? {} : { lines })} />;
  return (
    <div class={isStale ? 'stale' : undefined} aria-busy={isStale}>
      {error !== null && <Problem error={error} retry={reload} />}
      {children(data)}
    </div>
  );
}
