import { join } from 'node:path';
import { SCHEDULER_HANDLERS } from '@scheduler/inversify';
import { ContainerModule } from 'inversify';
import {
  knowledgeBaseDemoSchedules,
  knowledgeBaseSchedules,
} from '../domains/knowledge-base/knowledge-base.schedules.js';
import { KnowledgeBase } from '../domains/knowledge-base/knowledge-base.service.js';
import {
  REINDEX_KNOWLEDGE_BASE,
  ReindexKnowledgeBaseHandler,
} from '../domains/knowledge-base/reindex-knowledge-base.handler.js';
import { DOMAINS, KNOWLEDGE_BASE, REFERENCE_CONFIG } from '../settings/tokens.js';

export const knowledgeBaseModule = new ContainerModule(({ bind }) => {
  bind(DOMAINS).toConstantValue({
    name: 'knowledge-base',
    types: [REINDEX_KNOWLEDGE_BASE],
    schedules: knowledgeBaseSchedules,
    demoSchedules: knowledgeBaseDemoSchedules,
  });
  bind(KNOWLEDGE_BASE)
    .toResolvedValue(
      ({ contentDir, dataDir }) =>
        new KnowledgeBase({ content: contentDir, indexes: join(dataDir, 'search') }),
      [REFERENCE_CONFIG],
    )
    .inSingletonScope();
  bind(SCHEDULER_HANDLERS)
    .toResolvedValue((knowledgeBase) => new ReindexKnowledgeBaseHandler(knowledgeBase), [KNOWLEDGE_BASE])
    .inSingletonScope();
});
