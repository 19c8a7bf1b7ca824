import { type ScheduleDefinition, type Trigger, trigger } from '@scheduler/contracts';
import {
  REINDEX_KNOWLEDGE_BASE,
  type ReindexKnowledgeBasePayload,
} from './reindex-knowledge-base.handler.js';

export const HELP_CENTER = 'help-center';

const reindex = (name: string, when: Trigger): ScheduleDefinition<ReindexKnowledgeBasePayload> => ({
  type: REINDEX_KNOWLEDGE_BASE,
  name,
  description: 'Rebuild the search index of the help centre',
  targetId: HELP_CENTER,
  trigger: when,
  payload: { collection: HELP_CENTER },
  timeout: '15m',
  maxRetries: 2,
  tags: ['knowledge-base', 'reindex'],
});

export const knowledgeBaseSchedules: readonly ScheduleDefinition<ReindexKnowledgeBasePayload>[] = [
  reindex('reindex-help-center', trigger.cron('0 */6 * * *')),
];

export const knowledgeBaseDemoSchedules: readonly ScheduleDefinition<ReindexKnowledgeBasePayload>[] = [
  reindex('demo-reindex-help-center', trigger.every('4s')),
];
