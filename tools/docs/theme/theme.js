// Before anything is painted: the theme that was chosen here, or that of the system.
{
  const stored = localStorage.getItem('scheduler-docs-theme');
  const isDark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}
