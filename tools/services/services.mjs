import { mariadb } from './mariadb.mjs';
import { postgres } from './postgres.mjs';
import { redis } from './redis.mjs';

/**
 * What can be had, by name. Each service has
 * - `title` and `variable`: how it is called, and which environment variable holds its address;
 * - `packages(apt)`: the Debian packages with its server, and `unneeded`: those that apt adds and it can do without;
 * - `npmPackage`, if there is one: the npm package with its programs for this system, for machines without apt;
 * - `how`: what a person does to have it;
 * - `find(root)`: its programs in the file tree at root ('/' for the machine itself), or undefined;
 * - `version(text)`: the version in what its server says about itself, or undefined if it is another product;
 * - `prepare(place)` and `start(place)`: make its data, then run it; see `server.mjs`;
 * - `cleansUpAtStart`, if so: what a crash leaves outside its folder is removed when it starts again.
 */
export const services = { postgres, mariadb, redis };
