/* Inlined into index.html: loads and starts the app after the first paint, so that nothing competes with it. */
{
  const start = document.getElementById('start');
  const painted = document.getElementById('first-paint');
  const quiet = document.querySelector('[data-quiet]');
  if (quiet) {
    const hour = new Date().getHours();
    if (hour < 7 || hour >= 19) quiet.dataset.sky = 'clear-night';
    try {
      /* A visitor who has chosen a place does not see the first visit. */
      if (localStorage.selected_location || localStorage.current_location) painted.remove();
    } catch {}
  }
  /* A view of a link from a mail, rendered for an address with a token. */
  if (painted?.dataset.needs === 'token' && !/^#token=./.test(location.hash)) painted.remove();
  /* What only this page loads. */
  const files = document.getElementById('page-files');
  if (files) start.content.append(files.content);
  /* The app repeats the last press when it has started. */
  painted?.addEventListener('click', ({ target }) => {
    painted.pressed = target.closest('button, input, select');
  });
  /* First of all, because the scripts of a form need what it loads as soon as they run. */
  let languages;
  /* One file per task: on a slow phone each request takes some milliseconds. */
  const begin = () => {
    const next = start.content.firstChild;
    if (!languages) {
      languages = new Worker('/languages.js');
      /* The app waits for it before it formats anything. */
      window.languagesLoaded = new Promise((resolve) => {
        languages.onmessage = languages.onerror = resolve;
      });
      setTimeout(begin);
    } else if (next) {
      document.head.append(next);
      setTimeout(begin);
    } else start.remove();
  };
  if (painted?.isConnected) {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
    /* A background tab is not painted. */
    setTimeout(begin, 1000);
  } else begin();
}
