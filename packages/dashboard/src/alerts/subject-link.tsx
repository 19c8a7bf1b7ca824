import { may } from '../api/session.js';
import { hrefOf, jobHref } from '../navigation/address.js';

export interface Subject {
  readonly kind: 'job' | 'queue' | 'type';
  readonly id: string;
  readonly name: string;
}

/** What an alert or a rule is about, with the screen that shows it. */
export function SubjectLink({ subject }: { readonly subject: Subject }) {
  const href = hrefOfSubject(subject);
  return (
    <span class="long">
      {subject.kind} {href === null ? subject.name : <a href={href}>{subject.name}</a>}
    </span>
  );
}

function hrefOfSubject({ kind, id }: Subject): string | null {
  if (kind === 'job') return may('jobs:read') ? jobHref(id) : null;
  if (!may('executions:read')) return null;
  return hrefOf('executions', kind === 'queue' ? { queue: id } : { handler_name: id });
}
