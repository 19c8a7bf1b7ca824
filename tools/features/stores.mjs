/** In the order in which people think of them. Stores that are not listed follow by their name. */
const RANK = ['memory', 'sqlite', 'postgres', 'mariadb', 'redis', 'bullmq'];

const rankOf = (store) => (RANK.includes(store) ? RANK.indexOf(store) : RANK.length);

export const byRank = (a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b);
