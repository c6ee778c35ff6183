console.log("isoform");
