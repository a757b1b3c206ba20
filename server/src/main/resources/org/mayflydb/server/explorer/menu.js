// The tree of databases on small screens: hidden until the menu button opens it over the page.

const menu = document.getElementById("menu");
const side = document.getElementById("side");
const narrow = matchMedia("(max-width: 860px)");

const isOpen = () => menu.getAttribute("aria-expanded") === "true";

const setOpen = (open) => {
  menu.setAttribute("aria-expanded", String(open));
  document.body.classList.toggle("menu-open", open);
};

const close = () => {
  if (isOpen()) {
    setOpen(false);
    menu.focus();
  }
};

export const startMenu = () => {
  menu.addEventListener("click", () => {
    setOpen(!isOpen());
    if (isOpen()) {
      side.querySelector("a, button")?.focus();
    }
  });
  addEventListener("hashchange", () => setOpen(false));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
      close();
    }
  });
  // A click outside of the tree closes it.
  document.addEventListener("click", (event) => {
    if (isOpen() && !event.target.closest("#side, #menu")) {
      setOpen(false);
    }
  });
  narrow.addEventListener("change", () => setOpen(false));
};
