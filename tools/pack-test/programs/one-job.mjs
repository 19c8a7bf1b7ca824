// One job on SQLite, as an ES module.
import * as contracts from '@scheduler/contracts';
import * as core from '@scheduler/core';
import * as knex from '@scheduler/knex';
import { runOneJob } from './run-one-job.cjs';

await runOneJob({ contracts, core, knex });
