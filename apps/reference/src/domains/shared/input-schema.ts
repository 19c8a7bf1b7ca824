import {
  type InputIssue,
  PayloadInvalid,
  type StandardIssue,
  type StandardSchema,
} from '@scheduler/contracts';

/** Makes a schema for the input of a workflow from a function that reads payloads, so that both are checked by the same rules. */
export function inputSchema<TInput>(read: (value: unknown) => TInput): StandardSchema<TInput> {
  return {
    '~standard': {
      version: 1,
      vendor: 'reference',
      validate: (value) => {
        try {
          return { value: read(value) };
        } catch (error) {
          if (!(error instanceof PayloadInvalid)) throw error;
          return { issues: error.issues.map(asStandardIssue) };
        }
      },
    },
  };
}

/** The readers call the whole value `payload`; a workflow calls it `input`, and adds that itself. */
function asStandardIssue({ field, problem, accepted }: InputIssue): StandardIssue {
  const message = accepted === undefined ? problem : `${problem} (accepted: ${accepted})`;
  return { message, path: field.split('.').slice(1) };
}
