import { mariadb } from './mariadb.mjs';
import { pgbouncer } from './pgbouncer.mjs';
import { postgres } from './postgres.mjs';
import { redis } from './redis.mjs';
import { sentinel } from './sentinel.mjs';

/**
 * The services by name. Each has
 * - `title` and `variable`: its name for people, and the environment variable with its address;
 * - `packages(apt)`: the Debian packages with its server, and `unneeded`: the dependencies that it does not need;
 * - `npmPackage` (optional): the npm package with its programs for this system, for machines without apt;
 * - `how`: how a person installs it;
 * - `find(root)`: its programs in the file tree at root ('/' for the machine itself), or undefined;
 * - `version(text)`: the version in the output of `--version`, or undefined if it is another product;
 * - `prepare(place)` and `start(place)`: create its data, then start it; see `server.mjs`;
 * - `onlyWhenNamed` (optional): it is no part of "all servers";
 * - `needs` (optional): the name of a service that is started before it, whose address is `needed` in its `start`;
 * - `cleansUpAtStart` (optional): whether a start removes what a crash has left outside its folder.
 */
export const services = { postgres, mariadb, redis, pgbouncer, sentinel };
