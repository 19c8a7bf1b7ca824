import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type JobContext, silentLogger } from '@scheduler/contracts';
import { SystemClock } from '@scheduler/core';
import { createKnexStore } from '@scheduler/knex';
import { Cron, SchedulerModule } from '../index.js';

/** An application of Nest in its own process that sends the instant of each run. Arguments: the URL and the table prefix. */
async function main([connection = '', tablePrefix = '']: readonly string[]): Promise<void> {
  @Injectable()
  class Clockwork {
    @Cron('* * * * * *', { name: 'each-second' })
    async run({ scheduledAt }: JobContext): Promise<void> {
      await new Promise((sent) => process.send?.(scheduledAt.toISOString(), sent));
    }
  }

  const clock = new SystemClock();
  const store = createKnexStore({ connection, clock, tablePrefix });
  @Module({
    imports: [SchedulerModule.forRoot({ store, clock, logger: silentLogger })],
    providers: [Clockwork],
  })
  class AppModule {}
  const application = await NestFactory.createApplicationContext(AppModule, { logger: ['error'] });
  application.enableShutdownHooks();
  process.send?.('ready');
}

void main(process.argv.slice(2));
