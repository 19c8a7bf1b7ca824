import { type HandledJob, type JobContext, type JobHandler, JobResult, jobType } from '@scheduler/contracts';
import { payload } from '../shared/payload.js';
import { type KnowledgeBase, UnknownCollection } from './knowledge-base.service.js';

export const REINDEX_KNOWLEDGE_BASE = jobType('reindex_knowledge_base');

export interface ReindexKnowledgeBasePayload {
  readonly collection: string;
}

/** The collection is the name of a folder, so the pattern allows no path that leads out of it. */
const COLLECTION = {
  pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  accepted: "small letters, digits and single hyphens, such as 'help-center'",
};

export class ReindexKnowledgeBaseHandler implements JobHandler {
  readonly types = [REINDEX_KNOWLEDGE_BASE];

  constructor(private readonly knowledgeBase: Pick<KnowledgeBase, 'reindex'>) {}

  supports(type: string): boolean {
    return type === REINDEX_KNOWLEDGE_BASE;
  }

  validate(value: unknown): void {
    readReindex(value);
  }

  async handle(job: HandledJob, { startedAt: at, signal, log }: JobContext): Promise<JobResult> {
    const { collection } = readReindex(job.payload);
    log.info(`reindexing ${collection}`);
    try {
      const reindexed = await this.knowledgeBase.reindex({ collection, at, signal, log });
      log.info(`reindexed ${collection}`, { documents: reindexed.documents, words: reindexed.words });
      return JobResult.success(reindexed);
    } catch (error) {
      if (error instanceof UnknownCollection) return JobResult.failure({ error, retry: false });
      throw error;
    }
  }
}

function readReindex(value: unknown): ReindexKnowledgeBasePayload {
  return { collection: payload.matching(payload.object(value), 'collection', COLLECTION) };
}
