// Choosing who fights: the bar at the end of the form counts along. Without this script, a button of the form adds up.

const form = document.querySelector("form[data-fielding]");

if (form) {
  const bar = form.querySelector(".choice-bar");
  const limit = Number(form.dataset.limit);
  const words = new Intl.ListFormat("en", { style: "long", type: "conjunction" });

  const addUp = () => {
    const names = [];
    let points = 0;
    for (const member of form.querySelectorAll('input[name="member"]:checked')) {
      const row = member.closest("li");
      const heroPoints = Number(row.querySelector("select")?.value ?? 0);
      names.push(row.querySelector("bdi").textContent);
      points += Number(member.dataset.points) + heroPoints * Number(member.dataset.hero);
    }
    const over = limit ? points - limit : 0;
    const total = `${points}${limit ? ` of ${limit}` : ""} point${(limit || points) === 1 ? "" : "s"}`;
    bar.querySelector("[data-choice]").textContent = words.format(names) || "No one is chosen";
    bar.querySelector("[data-odds]").textContent = over > 0 ? `${total}, ${over} over the limit` : total;
  };

  form.querySelector("[data-adds-up]").hidden = true;
  form.addEventListener("change", addUp);
  addUp();
}
