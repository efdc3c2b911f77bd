// Puts what answers a question above the results of Sphinx, which finds only pages that have all words of it. The search
// is that of `moo help`, in src/moolab/cli/answers.py, and ANSWERS is what tools/search.py makes of it.

const MOST = 6;

/** The pages and commands that have words of a question, the best first, as pairs of address and title. */
function search(question) {
  const { pages, weights, passedOver, endings } = ANSWERS;
  const words = question.toLowerCase().replaceAll("-", "").match(/[a-z0-9]+/g) ?? [];
  const told = words.filter((word) => !passedOver.includes(word));
  const terms = new Set(told.map((word) => word.replace(new RegExp(endings), "")));
  const ranks = pages.map((page, number) => {
    const found = [...terms].map((term) => weights[term]?.[number] ?? 0).filter((weight) => weight);
    return { page, rank: found.length * found.reduce((sum, weight) => sum + weight, 0) };
  });
  return ranks.filter(({ rank }) => rank).sort((a, b) => b.rank - a.rank).map(({ page }) => page);
}

document.addEventListener("DOMContentLoaded", () => {
  const question = new URLSearchParams(location.search).get("q") ?? "";
  const found = search(question).slice(0, MOST);
  const list = document.createElement("ul");
  for (const [address, title] of found) {
    const link = document.createElement("a");
    link.href = address;
    link.textContent = title;
    list.appendChild(document.createElement("li")).append(link);
  }
  if (found.length) document.getElementById("search-results").before(list);
});
