// One job on SQLite, as a CommonJS program.
const contracts = require('@scheduler/contracts');
const core = require('@scheduler/core');
const knex = require('@scheduler/knex');
const { runOneJob } = require('./run-one-job.cjs');

void runOneJob({ contracts, core, knex });
