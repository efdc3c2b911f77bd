/** Keep in view what changes: the line that comes next, in its listing, and the end of a display. */

function follow() {
  const line = document.querySelector(".listing [aria-current]");
  if (line) {
    const box = line.closest(".listing");
    const middle = line.offsetTop - (box.clientHeight - line.offsetHeight) / 2;
    // Not scrollIntoView, which would scroll the page as well.
    box.scrollTop = Math.max(middle, 0);
  }
  const screen = document.querySelector(".screen");
  if (screen) screen.scrollTop = screen.scrollHeight;
}

new MutationObserver(follow).observe(document.getElementById("main"), { childList: true });
follow();
