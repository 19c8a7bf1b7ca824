const base = document.body.dataset.root;
const search = document.getElementById('search');
const results = document.getElementById('results');
const menu = document.getElementById('menu');
let index = null;

document.getElementById('theme').addEventListener('click', () => {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  localStorage.setItem('scheduler-docs-theme', next);
});

menu.addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('with-menu');
  menu.setAttribute('aria-expanded', String(isOpen));
});

const current = document.querySelector('#sidebar [aria-current]');
if (current) {
  const sidebar = document.getElementById('sidebar');
  sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 2;
}

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  });
  block.append(button);
}

// The index is loaded when somebody begins to search, by scripts, because a page that was opened from a disk may not fetch.
const load = (file) =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${base}assets/${file}`;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${file} cannot be loaded`));
    document.head.append(script);
  });

window.schedulerSearch = (json, options) => {
  index = window.MiniSearch.loadJSON(json, options);
};

let loading = null;
const loadIndex = () => (loading ??= load('minisearch.js').then(() => load('search-index.js')));

/** Why it became as it is: few look for that first. */
const HISTORY = /^(?:decisions\/|project\/|changelog|upgrading)/;

function show() {
  const query = search.value.trim();
  results.replaceChildren();
  results.hidden = query === '';
  if (query === '' || index === null) return;
  const found = index.search(query, {
    prefix: true,
    fuzzy: 0.15,
    boost: { title: 4, page: 2 },
    boostDocument: (_id, _term, { page, url }) => (page === '' ? 2 : 1) * (HISTORY.test(url) ? 0.2 : 1),
    combineWith: 'AND',
  });
  for (const each of found.slice(0, 12)) {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = base + each.url;
    const title = document.createElement('strong');
    title.textContent = each.page === '' ? each.title : `${each.page} › ${each.title}`;
    const start = document.createElement('small');
    start.textContent = each.start;
    link.append(title, start);
    item.append(link);
    results.append(item);
  }
  if (found.length === 0)
    results.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found' }));
}

search.addEventListener('focus', () => void loadIndex().then(show));
search.addEventListener('input', () => void loadIndex().then(show));

function move(step) {
  const links = [...results.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  const next = links[at + step];
  if (next) next.focus();
  else if (at + step < 0) search.focus();
}

document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName);
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    search.focus();
  } else if (event.key === 'Escape') {
    search.value = '';
    show();
    search.blur();
  } else if (event.key === 'Enter' && document.activeElement === search) {
    results.querySelector('a')?.click();
  } else if (!results.hidden && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  }
});

document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) results.hidden = true;
});

// Marks the section that is being read in the list on the right.
const outline = new Map(
  [...document.querySelectorAll('aside a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]),
);
const reading = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      for (const link of outline.values()) link.classList.remove('reading');
      outline.get(target.id)?.classList.add('reading');
    }
  },
  { rootMargin: '-80px 0px -70% 0px' },
);
for (const id of outline.keys()) {
  const heading = document.getElementById(id);
  if (heading) reading.observe(heading);
}
