import { say } from "./words.js";

/** <share-picture src="..." name="...">: a drawing as a picture, shared where browsers can, or kept. */

async function draw(src) {
  const image = new Image();
  image.src = src;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function keep(file) {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

class SharePicture extends HTMLElement {
  connectedCallback() {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = say("Picture");
    button.addEventListener("click", async () => {
      const blob = await draw(this.getAttribute("src"));
      const file = new File([blob], this.getAttribute("name"), { type: "image/png" });
      // Whoever changes their mind wants to hear no more of it.
      if (navigator.canShare?.({ files: [file] })) navigator.share({ files: [file] }).catch(() => {});
      else keep(file);
    });
    this.replaceChildren(button);
  }
}

customElements.define("share-picture", SharePicture);
