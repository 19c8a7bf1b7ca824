import { Logger as NestLogger } from '@nestjs/common';
import type { JsonObject, Logger } from '@scheduler/contracts';

/** Writes the log of the scheduler by the logger of the application, with the fields as JSON behind the message. */
export function nestLogger(logger = new NestLogger('Scheduler')): Logger {
  return {
    debug: (message, fields) => logger.debug(textOf(message, fields)),
    info: (message, fields) => logger.log(textOf(message, fields)),
    warn: (message, fields) => logger.warn(textOf(message, fields)),
    error: (message, fields) => logger.error(textOf(message, fields)),
  };
}

function textOf(message: string, fields: JsonObject | undefined): string {
  return fields === undefined ? message : `${message} ${JSON.stringify(fields)}`;
}
