import type { Job } from '@scheduler/client';
import { useLocation } from 'preact-iso';
import { api } from '../../api/client.js';
import { may } from '../../api/session.js';
import { Button } from '../../design/button.jsx';
import { confirm } from '../../design/dialog.jsx';
import { attempt } from '../../design/notices.jsx';
import { executionHref, hrefOf } from '../../navigation/address.js';

interface Props {
  readonly job: Job;
  readonly reload: () => void;
  readonly onEdit: () => void;
}

export function JobActions({ job, reload, onEdit }: Props) {
  const { route } = useLocation();
  const act = async (action: () => Promise<unknown>, done: string) => {
    await attempt(action, done);
    reload();
  };
  const run = () =>
    attempt(async () => route(executionHref((await api.jobs.run(job.id)).id)), 'It runs now.');
  const isOver = job.status === 'completed' || job.status === 'failed' || job.status === 'cancelled';
  return (
    <>
      {may('jobs:run') && !isOver && (
        <Button kind="primary" onPress={run}>
          Run now
        </Button>
      )}
      {may('jobs:write') && !isOver && <Button onPress={onEdit}>Edit</Button>}
      {may('jobs:write') && job.status === 'active' && (
        <Button onPress={() => act(() => api.jobs.pause(job.id), 'It is paused.')}>Pause</Button>
      )}
      {may('jobs:write') && job.status === 'paused' && (
        <Button onPress={() => act(() => api.jobs.resume(job.id), 'It runs again.')}>Resume</Button>
      )}
      {may('jobs:write') && !isOver && (
        <Button kind="danger" onPress={() => cancel(job, reload)}>
          Cancel
        </Button>
      )}
      {may('jobs:write') && isOver && (
        <Button kind="danger" onPress={async () => (await deleteJob(job)) && route(hrefOf('jobs'))}>
          Delete
        </Button>
      )}
    </>
  );
}

async function cancel({ id, name }: Job, reload: () => void): Promise<void> {
  const yes = await confirm({
    title: `Cancel ${name}?`,
    text: 'It never runs again, and cannot be resumed. Its history is kept. To stop it for a while, pause it.',
    action: 'Cancel the job',
    destroys: true,
  });
  if (!yes) return;
  await attempt(() => api.jobs.cancel(id), 'It is cancelled.');
  reload();
}

async function deleteJob({ id, name }: Job): Promise<boolean> {
  const yes = await confirm({
    title: `Delete ${name}?`,
    text: 'The job, its executions and their logs are deleted. This cannot be undone.',
    action: 'Delete the job',
    destroys: true,
  });
  return yes && attempt(() => api.jobs.delete(id), 'It is deleted.');
}
